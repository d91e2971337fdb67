import { expect, it } from 'vitest';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { addMemory } from '../../memories/index.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { authorSkill } from '../../skills/index.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { createKey } from '../keys/index.ts';
import { findThings } from './index.ts';

const NOTHING = { skills: [], rules: [], memories: [], changesets: [], episodes: [], keys: [] };

async function setUp(rt: TestRuntime) {
  const who = freshPrincipal();
  const { skill_id: skillId } = await authorSkill(
    rt,
    who,
    skillIn({
      name: 'printer-care',
      description: 'Care for printers',
      rules: ['Restart the printer at the harbour before the shift'],
    }),
  );
  await addMemory(rt, who, MemoryIn.parse({ content: 'The PRINTER stands in the harbour office' }));
  await recordEpisode(
    rt,
    who,
    episodeInSchema.parse({ task: 'Mend the printer in the harbour', outcome: 'failure' }),
  );
  await createKey(rt, who, { name: 'Harbour printer agent', scopes: ['learn'] });
  const find = async (text: string, as: Principal = who) => {
    const { headlines: _, searchedTo: __, ...found } = await findThings(rt, as, { text, limit: 5 });
    return Object.fromEntries(
      Object.entries(found).map(([kind, rows]) => [kind, rows.map(({ title }) => title)]),
    );
  };
  return { who, skillId, find };
}

describeOnBoth('finding things by their words', (runtime) => {
  it('finds every kind, in any case and order of the words', async () => {
    const { find } = await setUp(runtime());
    expect(await find('HARBOUR printer')).toMatchObject({
      skills: [],
      rules: ['Restart the printer at the harbour before the shift'],
      memories: ['The PRINTER stands in the harbour office'],
      episodes: ['Mend the printer in the harbour'],
      keys: ['Harbour printer agent'],
    });
    expect((await find('printer')).skills).toEqual(['printer-care']);
    expect((await find('printer')).changesets).toHaveLength(1);
    expect(await find('printer-care elsewhere')).toEqual(NOTHING);
  });

  it('takes what was typed for itself, not for a pattern', async () => {
    const { find } = await setUp(runtime());
    expect(await find('%')).toEqual(NOTHING);
    expect(await find('h_rbour')).toEqual(NOTHING);
    expect(await find('   ')).toEqual(NOTHING);
  });

  it('shows each scope its own kinds, and another tenant nothing', async () => {
    const { who, find } = await setUp(runtime());
    const kinds = async (...scopes: ('learn' | 'review' | 'admin')[]) => {
      const found = await find('printer', { ...who, scopes: new Set(scopes) });
      return Object.keys(found).filter((kind) => found[kind]?.length !== 0);
    };
    expect(await kinds('learn')).toEqual(['skills', 'rules', 'memories']);
    expect(await kinds('review')).toEqual(['changesets', 'episodes']);
    expect(await kinds('admin')).toEqual(['keys']);
    expect(await find('printer', freshPrincipal())).toEqual(NOTHING);
  });
});
