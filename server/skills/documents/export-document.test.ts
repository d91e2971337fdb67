import { expect, it } from 'vitest';
import { stallShare } from '../../../lab/loop-watch.ts';
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
  const large = skill(2000);
  const share = await stallShare(
    () => exportDocument(large),
    () => exportSkillMd(large),
  );
  expect(share).toBeLessThan(0.5);
});
