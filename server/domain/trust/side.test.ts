import { expect, it } from 'vitest';
import { judgeSkillPrompt } from '../learning/prompts/judge-skill.ts';
import type { QuotableEpisode } from '../learning/quote-episode.ts';
import type { SkillState } from '../skills/changesets/changeset.ts';
import { addSources, becauseOf } from './because.ts';
import { approved, splitSides, type Trusted, type Untrusted } from './side.ts';
import { NO_LISTS } from './tool-names.ts';

const POLICY = { ...NO_LISTS, mode: 'true', users: 'confirmed' } as const;
const tool = (name: string, runs = 1) => ({ kind: 'tool' as const, name, runs });
const user = (name: string, runs = 1) => ({ kind: 'user' as const, name, runs });

it('material of both sides makes no prompt', () => {
  const after: Trusted<readonly SkillState[]> = approved([]);
  const seen: Trusted<QuotableEpisode>[] = [];
  const read: Untrusted<QuotableEpisode>[] = [];
  expect(() => [
    judgeSkillPrompt({ before: [], after, runs: seen }),
    // @ts-expect-error Untrusted runs beside a trusted change.
    judgeSkillPrompt({ before: [], after, runs: read }),
    // @ts-expect-error Text of which nobody has said the side.
    judgeSkillPrompt({ before: [], after: [], runs: seen }),
  ]).not.toThrow();
});

it('what rests on no untrusted source is trusted', () => {
  const items = [{ sources: [] }, { sources: [tool('web_fetch')] }];
  expect(splitSides(items)).toEqual({ trusted: [items[0]], untrusted: [items[1]] });
});

it('a proposal waits for each tool, and for a second user, in whatever spelling of the first', () => {
  const twice = addSources([user('Ada')], [user(' ＡＤＡ', 2), tool('web_fetch')]);
  expect(twice).toEqual([user('Ada', 3), tool('web_fetch')]);
  expect(becauseOf(twice, POLICY)).toEqual([
    'only user Ada taught it',
    'learned from a run that had read `web_fetch`',
  ]);
  const confirmed = addSources(twice, [user('bob')]);
  expect(becauseOf(confirmed, POLICY)).toEqual(['learned from a run that had read `web_fetch`']);
  expect(becauseOf(confirmed, { ...POLICY, trusted: ['web_*'] })).toEqual([]);
  expect(becauseOf([user('ada'), user('bob')], { ...POLICY, users: 'held' })).toHaveLength(2);
});
