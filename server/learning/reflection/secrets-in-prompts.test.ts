/**
 * A credential that somebody or a model wrote anywhere reaches no prompt, no row that is redacted and no line
 * of the log.
 */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import { createKey } from '../../admin/keys/index.ts';
import { dedupPrompt } from '../../domain/learning/prompts/dedup.ts';
import { quotedEpisode } from '../../domain/learning/quote-episode.ts';
import { approved } from '../../domain/trust/side.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { amendChangeset, commentChangeset, reviewChangeset } from '../../skills/changesets/index.ts';
import {
  allChangesets,
  callsFor,
  makeLesson,
  newSkill,
  recordRun,
  reflect,
  reflection,
  teach,
} from '../../testing/jobs/reflect-job.ts';
import { PLANTED_SECRETS, type PlantedSecret } from '../../testing/log-secrecy.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';

/** A keyword has no room for whole keys. */
const wordsOf = (text: string) => (text.length > 80 ? [] : [text]);

/** The rules of the skills: no two say the same. */
const RULES: Readonly<Record<string, (secret: string) => string>> = {
  'deploy-first': (secret) => `Log in with ${secret} first`,
  'deploy-second': (secret) => `Rotate ${secret} after each release`,
  'deploy-third': (secret) => `Keep ${secret} out of build logs`,
  'deploy-fourth': (secret) => `Ask the owner before replacing ${secret}`,
};

/** The model makes a rule of the secret, in every field that it may write. */
function learnSecret(model: StandInModel, { text }: PlantedSecret, name: string): void {
  const skill = newSkill(RULES[name]?.(text) ?? '', name);
  if (skill.op !== 'create_skill') throw new Error('a new skill is one');
  const bullets = (skill.bullets ?? []).map((bullet) => ({
    ...bullet,
    issue: `It needs ${text}`,
    keywords: wordsOf(text),
  }));
  teach(model, `Log in with ${text}`, [{ ...skill, description: `Deploys with ${text}`, bullets }]);
  model.answer('reflect', {
    ...reflection({ lessons: [makeLesson(`Log in with ${text}`, { issue: text, keywords: wordsOf(text) })] }),
    summary: text,
  });
}

/** Every text that a decision, a remark, a key and a run of a tenant are stored with. */
async function storedOf({ db }: TestRuntime, tenant: string): Promise<string> {
  const { changeset, auditEntry, apiKey, episode } = clientOf(db.read);
  const where = { tenant };
  return JSON.stringify([
    await changeset.findMany({ where, select: { reviewComment: true, rejectionReason: true } }),
    await auditEntry.findMany({ where, select: { details: true } }),
    await apiKey.findMany({ where, select: { name: true } }),
    await episode.findMany({ where, select: { messages: true, toolCalls: true, task: true, error: true } }),
  ]);
}

describeWithModelOnOne('a credential in what waits or was refused', (runtime, model) => {
  it.each(PLANTED_SECRETS)('is in no later prompt, row or line: $kind', async (secret) => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { text, core } = secret;
    const before = [model().calls.length, rt.lines.length];
    const run = () =>
      recordRun(rt, who, {
        messages: [{ role: `user ${text}`, content: `I sent ${text}` }],
        tool_calls: [{ name: `login ${text}`, arguments: { note: text }, result: text, error: text }],
        error: text,
      });
    for (const name of ['deploy-first', 'deploy-second', 'deploy-third']) {
      learnSecret(model(), secret, name);
      await run();
      await reflect(rt, who);
    }
    const [first, second] = await allChangesets(rt, who);
    expect(first).toMatchObject({ status: 'pending' });
    expect(first?.ops).toContain(JSON.stringify(text).slice(1, -1));
    const id = second?.id ?? '';
    await commentChangeset(rt, who, { id, text: `Is ${text} known?` });
    const amended = {
      op: 'create_skill' as const,
      name: 'deploy-so',
      description: 'Deploys it',
      tags: [],
      bullets: [],
    };
    await amendChangeset(rt, who, { id, ops: [amended], comment: `Not ${text}` });
    await reviewChangeset(rt, who, { id: first?.id ?? '', approve: false, comment: `It has ${text} in it` });
    await createKey(rt, who, { name: `key ${text}`, scopes: ['learn'] });
    learnSecret(model(), secret, 'deploy-fourth');
    await run();
    await reflect(rt, who);

    const [call] = callsFor(model(), 'curate', before[0]).toReversed();
    expect(call?.user).toContain(`[REDACTED ${secret.kind}] in it`);
    expect(call?.user).toContain('Changes that wait for review:\n<<<');
    for (const seen of [
      JSON.stringify(model().calls.slice(before[0])),
      await storedOf(rt, who.tenant),
      JSON.stringify(rt.lines.slice(before[1])),
    ]) {
      expect(seen).not.toContain(core);
    }
  });
});

describeOnOne(
  'without redaction',
  (runtime) => {
    it('remarks and names stay as they were written', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { name } = await createKey(rt, who, { name: 'of jane@example.com', scopes: ['learn'] });
      await recordRun(rt, who, { tool_calls: [{ name: 'mail jane@example.com' }] });
      expect(name).toBe('of jane@example.com');
      expect(await storedOf(rt, who.tenant)).toContain('mail jane@example.com');
    });
  },
  { SERVICE_REDACT_PII: 'false' },
);

it.each(PLANTED_SECRETS)(
  'is quoted nowhere, also where a text is cut in its middle: $kind',
  ({ text, core }) => {
    // Around the places where messages, tool texts and records are clipped.
    for (const at of [900, 990, 1000, 1950, 2000]) {
      const long = `${'word '.repeat(at / 5)} ${text} ${'word '.repeat(900)}`;
      const quote = quotedEpisode({
        ...{ id: 'ep_1', task: long, error: long, outcome: 'failure', reward: 0, served: null },
        messages: [{ role: text, content: long }],
        toolCalls: [{ name: text, arguments: { note: long }, result: long, error: long }],
        feedback: [{ score: 0, comment: long, correction: text, source: text }],
      });
      for (const part of [core, core.slice(0, 10), core.slice(-10)]) expect(quote).not.toContain(part);
    }
    const earlier = { ops: [], rationale: text, reason: text };
    const skill = { id: 'sk_1', name: 'x', description: '', tags: [], bullets: [] };
    expect(JSON.stringify(dedupPrompt({ skill, groups: [] } as never, approved([earlier])))).not.toContain(
      core,
    );
  },
);
