import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLabels, isBlocking, mergeSpans, redactionLabel, SENSITIVE_KINDS, type Span } from './spans.ts';

const anySpan: fc.Arbitrary<Span> = fc
  .tuple(fc.nat(50), fc.integer({ min: 1, max: 10 }), fc.constantFrom(...SENSITIVE_KINDS))
  .map(([start, length, kind]) => ({ start, end: start + length, kind }));

describe('labelOf', () => {
  it('gives personal numbers a short label and credentials a label that names their kind', () => {
    expect(SENSITIVE_KINDS.map(redactionLabel)).toEqual([
      '[REDACTED private_key]',
      '[REDACTED jwt]',
      '[REDACTED aws_access_key]',
      '[REDACTED github_token]',
      '[REDACTED slack_token]',
      '[REDACTED api_key]',
      '[REDACTED password_assignment]',
      '[EMAIL]',
      '[IBAN]',
      '[ID]',
      '[CARD]',
      '[SSN]',
      '[PHONE]',
    ]);
  });
});

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

describe('applyLabels', () => {
  it('replaces each range and keeps the text between', () => {
    expect(
      applyLabels('abcdef', [
        { start: 1, end: 2, kind: 'card' },
        { start: 4, end: 6, kind: 'ssn' },
      ]),
    ).toBe('a[CARD]cd[SSN]');
    expect(applyLabels('abc', [])).toBe('abc');
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
