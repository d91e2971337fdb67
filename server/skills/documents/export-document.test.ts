import { expect, it } from 'vitest';
import { watchLoop } from '../../../lab/loop-watch.ts';
import { exportSkillMd } from '../../domain/skills/skill-md/render.ts';
import { exportDocument } from './index.ts';

const skill = (rules: number) => ({
  ...{
    name: 'close-books',
    description: 'Close the books',
    tags: ['books'],
    frontMatter: { license: 'MIT' },
  },
  bullets: Array.from({ length: rules }, (_, at) => ({
    ...{ section: 'steps' as const, issue: '', keywords: [] },
    content: `Check the ledger of branch ${at}:\n\n- its *total*\n- its date`,
  })),
});

it.each([3, 2000])('a skill of %i rules is written the same in a thread and here', async (rules) => {
  expect(await exportDocument(skill(rules))).toBe(exportSkillMd(skill(rules)));
});

it('a large skill that is written holds nobody up', async () => {
  const watch = watchLoop();
  const writing = exportDocument(skill(2000));
  await watch.longest();
  await writing;
  // What a machine with much else to do is allowed; the whole takes many times as long.
  expect(await watch.longest()).toBeLessThan(100);
});
