import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlocking, mergeSpans, SENSITIVE_KINDS, type Span } from './spans.ts';

const anySpan: fc.Arbitrary<Span> = fc
  .tuple(fc.nat(50), fc.integer({ min: 1, max: 10 }), fc.constantFrom(...SENSITIVE_KINDS))
  .map(([start, length, kind]) => ({ start, end: start + length, kind }));

describe('mergeSpans', () => {
  it('joins what overlaps, names it after the stronger kind, and leaves neighbours apart', () => {
    const spans: Span[] = [
      { start: 8, end: 12, kind: 'phone' },
      { start: 0, end: 5, kind: 'email' },
      { start: 3, end: 8, kind: 'api_key' },
    ];
    expect(mergeSpans(spans)).toEqual([
      { start: 0, end: 8, kind: 'api_key' },
      { start: 8, end: 12, kind: 'phone' },
    ]);
  });

  it('covers the same characters, in order and without overlap', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), (spans) => {
        const merged = mergeSpans(spans);
        const covered = (list: readonly Span[]) =>
          Array.from({ length: 61 }, (_, i) => list.some((span) => span.start <= i && i < span.end));
        expect(covered(merged)).toEqual(covered(spans));
        for (const [i, span] of merged.entries())
          expect(span.start).toBeGreaterThanOrEqual(merged[i - 1]?.end ?? 0);
      }),
    );
  });
});

describe('isBlocking', () => {
  it.each(['secret:jwt', 'injection:persona', 'size:20000'])('holds a change back for %s', (finding) => {
    expect(isBlocking(finding)).toBe(true);
  });

  it.each(['lint:too-long:99w', 'lint:too-short', 'lint:incident-log-shape'])(
    'takes %s for advice',
    (finding) => {
      expect(isBlocking(finding)).toBe(false);
    },
  );
});
