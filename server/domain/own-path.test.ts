import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPath, signInPath } from './own-path.ts';

describe('where somebody goes on after signing in', () => {
  it.each(['/changesets/cs_1', '/memories?tab=all&user=a%2Fb', '/'])('is %s', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'changesets/cs_1',
    '',
    ' /review',
    '/sign-in?next=/review',
    '/api/auth/signout',
    `/${'x'.repeat(2000)}`,
  ])('is not %j', (path) => {
    expect(ownPath(path)).toBeNull();
  });

  it('is never on another site, whatever is asked for', () => {
    const texts = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', 'e', '\t', '\n', '?', '#', '%'),
    });
    fc.assert(
      fc.property(texts, (text) => {
        const path = ownPath(`/${text}`);
        const { origin } = new URL(path ?? '/', 'https://gate.example');
        expect(origin).toBe('https://gate.example');
      }),
    );
  });

  it('is kept through the sign-in page, but for the page that comes first anyway', () => {
    expect(signInPath('/changesets/cs_1?agent=a')).toBe('/sign-in?next=%2Fchangesets%2Fcs_1%3Fagent%3Da');
    expect(signInPath('/changesets/cs_1?_rsc=1x')).toBe('/sign-in?next=%2Fchangesets%2Fcs_1');
    for (const page of [undefined, '/', '/review', '//evil.example'])
      expect(signInPath(page)).toBe('/sign-in');
  });
});
