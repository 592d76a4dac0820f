// npm run check: one word for all that must be green.
import { lineFor, runChecks } from './checks.mjs';
import { run } from './command.mjs';

const build = await run([process.execPath, 'esbuild.mjs', '--production']);
const failed = build.code === 0 ? 0 : 1;
if (failed) console.log(build.output.trimEnd());
console.log(lineFor('build', { passed: 0, failed, skipped: 0, problems: [] }, build.seconds, false));
const tallies = await runChecks();
process.exitCode = failed + tallies.reduce((sum, tally) => sum + tally.failed, 0) > 0 ? 1 : 0;
