import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Compared, compareVersions, isSame } from './compare-versions.ts';

const rule = (id: string, content: string, section: 'steps' | 'pitfalls' = 'steps') => ({
  id,
  content,
  section,
  issue: '',
  keywords: [],
});
const version = (...bullets: Compared['bullets']): Compared => ({ description: 'd', tags: [], bullets });

describe('two versions of a skill', () => {
  it('differ in the rules that were added, changed and removed, section by section', () => {
    const before = version(rule('a', 'one'), rule('b', 'two'), rule('p', 'trap', 'pitfalls'));
    const after = version(rule('c', 'new'), rule('a', 'one!'), rule('p', 'trap', 'pitfalls'));
    const { rules, unchanged } = compareVersions(before, after);
    expect(rules.map(({ id, kind }) => [id, kind])).toEqual([
      ['c', 'added'],
      ['a', 'changed'],
      ['b', 'removed'],
    ]);
    expect(unchanged).toBe(1);
  });

  it('are the same exactly where nothing differs, and mirror each other', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
    const some = ids.chain((chosen) =>
      fc
        .array(fc.constantFrom('x', 'y'), { minLength: chosen.length, maxLength: chosen.length })
        .map((texts) => version(...chosen.map((id, index) => rule(id, texts[index] ?? 'x')))),
    );
    fc.assert(
      fc.property(some, some, (one, other) => {
        const forth = compareVersions(one, other);
        const back = compareVersions(other, one);
        expect(isSame(forth)).toBe(JSON.stringify(one) === JSON.stringify(other));
        const count = (list: typeof forth, kind: string) =>
          list.rules.filter((it) => it.kind === kind).length;
        expect(count(forth, 'added')).toBe(count(back, 'removed'));
        expect(count(forth, 'changed')).toBe(count(back, 'changed'));
        expect(forth.unchanged).toBe(back.unchanged);
      }),
    );
  });
});
