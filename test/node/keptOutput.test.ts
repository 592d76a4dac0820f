import { describe, expect, it } from 'vitest';
import { keepOutput } from '../../engine/node/keptOutput';
import { fc } from '../fc';

describe('keepOutput', () => {
  it('keeps a short text whole, wherever its bytes are split and whatever the other stream says between', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(12)), (text, cuts) => {
        const kept = keepOutput();
        const bytes = Buffer.from(text);
        let at = 0;
        for (const cut of cuts) {
          kept.add('stdout', bytes.subarray(at, at + cut));
          kept.add('stderr', Buffer.from('|'));
          at += cut;
        }
        kept.add('stdout', bytes.subarray(at));
        expect(kept.text().replaceAll('|', '')).toBe(bytes.toString('utf8').replaceAll('|', ''));
      }),
    );
  });

  it('says how much it left out, and tears no character', () => {
    const kept = keepOutput();
    const text = `a${'€'.repeat(200_000)}z`;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1000) kept.add('stdout', bytes.subarray(at, at + 1000));
    const out = kept.text();
    expect(out).toMatch(/^a€+\n\[… [\d,]+ bytes left out …\]\n€+z$/);
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(256 * 1024);
  });

  it('keeps head and tail of one chunk larger than both', () => {
    const kept = keepOutput();
    kept.add('stderr', Buffer.concat([Buffer.from('head'), Buffer.alloc(1_000_000, 120), Buffer.from('tail')]));
    expect(kept.text()).toMatch(/^headx+\n\[… [\d,]+ bytes left out …\]\nx+tail$/);
  });
});
