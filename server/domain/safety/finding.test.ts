import { describe, expect, it } from 'vitest';
import { isBlocking } from './finding.ts';

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
