/** Documents read beside the thread that answers requests, and what they cost it. */
import { describe, expect, it } from 'vitest';
import { worstDocuments } from '../../../lab/bench/linear/worst-documents.ts';
import { stallShare } from '../../../lab/loop-watch.ts';
import { readSkillBody, readSkillMd } from '../../domain/skills/skill-md/parse.ts';
import { describeOnOne } from '../../testing/test-runtime.ts';
import { readBody, readDocument } from './index.ts';

const FRONT = '---\nname: close-books\ndescription: Close the books\nmetadata:\n  __proto__: kept\n---\n';
const LONG = `${FRONT}\n## Steps\n\n${'- Export the ledger first\n- Then lock the month\n'.repeat(600)}`;
describeOnOne('a long document', (runtime) => {
  it('is read as a short one would be', async () => {
    const body = LONG.slice(FRONT.length);
    const about = { name: 'close-books', description: 'Close the books' };
    expect(await readDocument(runtime(), 'acme', LONG)).toEqual(readSkillMd(LONG));
    expect(await readBody(runtime(), 'acme', body, about)).toEqual(readSkillBody(body, about));
  });

  it('that cannot be imported says why', async () => {
    const wrong = LONG.replace('name: close-books', 'name: "!"');
    expect(await readDocument(runtime(), 'acme', wrong)).toMatchObject({
      ok: false,
      problems: [{ field: 'name' }],
    });
  });

  describe('of one line without an end', () => {
    const worst = [...worstDocuments()].filter(([name]) => name === 'brackets' || name === 'nested items');
    it.each(worst)('holds nobody up: %s', async (_name, text) => {
      const share = await stallShare(
        () => readDocument(runtime(), 'acme', text),
        () => readSkillMd(text),
      );
      expect(share).toBeLessThan(0.5);
    });
  });
});
