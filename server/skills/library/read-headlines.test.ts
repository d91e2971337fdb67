/** Headlines with the texts that changesets were proposed against, also where their skills have changed since. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Headline } from '../../domain/skills/changesets/wording/headline.ts';
import { proposeOps } from '../../testing/canary/canaries.ts';
import { SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { headlinesById, listQueue } from '../changesets/index.ts';
import { authorSkill, getSkill } from '../index.ts';

const ANY = {
  agentId: null,
  source: null,
  learnedFrom: null,
  risk: null,
  finding: null,
  skillId: null,
  text: null,
};
const SETTINGS = { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_CANARY_ENABLED: 'false' };

const wordsOf = ({ parts }: Headline) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : `<${kind}>${text}</>`)).join('');

/** A skill with one rule; returns the rule's id. */
async function aSkill(rt: TestRuntime, who: Principal, name: string, rule: string): Promise<string> {
  const { skill_id: id } = await authorSkill(rt, who, skillIn({ name, rules: [rule] }));
  const skill = await getSkill(rt, who, { ref: id ?? '', agentId: 'default', includeRemoved: false });
  return skill.bullets[0]?.id ?? '';
}

describeOnBoth(
  'the headline of a stored changeset',
  (runtime) => {
    it('has the text that was proposed against, in the queue and by id, by name as by id', async () => {
      const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
      const first = await aSkill(rt, who, 'deploy-service', 'Confirm the worker is up');
      const second = await aSkill(rt, who, 'read-alerts', 'Read the first alert only');
      const both = await proposeOps(rt, who, [
        { op: 'update', skill: 'read-alerts', bullet: second, content: 'Read the newest alert only' },
      ]);
      const removal = await proposeOps(rt, who, [{ op: 'remove', skill: 'deploy-service', bullet: first }]);
      await authorSkill(rt, who, skillIn({ name: 'read-alerts', rules: ['Something else by now'] }));

      const told = await headlinesById(rt, who, [both, removal, 'cs_unknown']);
      expect(Object.keys(told).sort()).toEqual([both, removal].sort());
      const expected = {
        [both]: 'Read the <removed>first</><added>newest</> alert only',
        [removal]: '<removed>Confirm the worker is up</>',
      };
      const said = (id: string, headline: Headline) => [id, wordsOf(headline)];
      expect(Object.fromEntries(Object.entries(told).map(([id, one]) => said(id, one)))).toEqual(expected);
      const { items } = await listQueue(rt, who, {
        ...{ tab: 'pending', filter: ANY, order: null, cursor: null, limit: 50 },
      });
      expect(Object.fromEntries(items.map(({ id, headline }) => said(id, headline)))).toEqual(expected);
      expect(await headlinesById(rt, other, [both])).toEqual({});
    });

    it('masks a secret that the scan found', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { changeset_id: held } = await authorSkill(rt, who, skillIn({ rules: [SECRET_RULE] }));
      const told = await headlinesById(rt, who, [held ?? '']);
      expect(JSON.stringify(told)).not.toContain('QX7ZP2MN5RT8WYBD');
      expect(told[held ?? '']?.kind).toBe('new skill');
    });
  },
  SETTINGS,
);
