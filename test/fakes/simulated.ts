import type { Flow } from '../../engine/flow/schema';
import { sha256 } from '../../engine/node/digest';
import type { Simulated, SimulateOptions } from '../../engine/run/simulate';
import { simulate } from '../../engine/run/simulate';
import type { PresetName } from '../../engine/run/simulated/presets';
import { PRESETS } from '../../engine/run/simulated/presets';
import type { Script } from '../../engine/run/simulated/script';

/** A flow played out; a script that is refused is a mistake in the test. */
export async function play(flow: Flow, script: Script = {}, more: Partial<SimulateOptions> = {}): Promise<Simulated> {
  const came = await simulate(flow, script, { digest: sha256, ...more });
  if (!came.ok) throw new Error(JSON.stringify(came.issues));
  return came.simulated;
}

export const preset = (flow: Flow, name: PresetName, more: Partial<SimulateOptions> = {}): Promise<Simulated> =>
  play(flow, PRESETS[name].script(flow), more);
