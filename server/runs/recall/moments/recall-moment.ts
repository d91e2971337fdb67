/**
 * Serves a call of a tool that is about to be made: the rules of an earlier recall whose triggers match it. Only what that
 * recall had served counts, in the version and the arm that its session is in, so a moment never shows more than its recall did.
 */
import { scopeOf } from '../../../domain/fields.ts';
import { chooseRules, type TriggeredRule } from '../../../domain/moments/choose-rules.ts';
import { type CallMoment, matchesAny } from '../../../domain/moments/match.ts';
import type { MomentIn } from '../../../domain/moments/moment.ts';
import type { ShownRule } from '../../../domain/moments/was-followed.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { RecalledSkill, RecallResponse, SkillRef } from '../../../domain/runs/recall/recall.ts';
import { renderMomentRule } from '../../../domain/runs/recall/render-instructions.ts';
import { isWriteTrouble } from '../../../platform/db/trouble.ts';
import { groupWrites } from '../../../platform/db/write-group.ts';
import { notFound } from '../../../platform/errors.ts';
import { type FairCache, fairCache } from '../../../platform/fair-cache.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { beforeBackground, Slice } from '../../../platform/turns.ts';
import { servedSkillText } from '../../../skills/index.ts';
import { type RecallRead, recallStore } from '../store.ts';
import { announcedKey } from './call-key.ts';
import { insertMoments, type MomentRecord, momentStore } from './moment-store.ts';

type MomentRequest = Parameters<typeof scopeOf>[0] & { moment: MomentIn };

/** A rule with the skill that its recall served. */
interface ServedRule extends TriggeredRule {
  section: string;
  content: string;
  skill: Omit<SkillRef, 'bullets'>;
}

/** What of a recall its moments need. It never changes. */
type MomentSource = Pick<RecallRead, 'id' | 'agentId' | 'sessionId' | 'holdout'> & { rules: ServedRule[] };

/** Answers when the record is durable. Unknown, also of another agent than the one that is named: `recall not found`. */
export function recallMoment(
  runtime: Runtime,
  principal: Principal,
  request: MomentRequest,
): Promise<RecallResponse> {
  return beforeBackground(() => serve(runtime, principal, request));
}

async function serve(
  runtime: Runtime,
  { tenant }: Principal,
  { moment, ...scope }: MomentRequest,
): Promise<RecallResponse> {
  const source = await readSource(runtime, tenant, moment.recall_id);
  const isNamed = scope.agent_id !== undefined || scope.scope?.agent_id !== undefined;
  if (isNamed && scopeOf(scope).agentId !== source.agentId) throw notFound('recall');
  const call: CallMoment = { tool: moment.tool, lastError: moment.last_error };
  const matching = await matchingRules(source.rules, call);
  const rules = matching.length === 0 ? [] : await dueRules(runtime, tenant, { source, matching, call });
  if (rules.length === 0) return composeReply(source, { rules, momentId: null, recorded: true });
  const record: MomentRecord = {
    ...{
      id: runtime.newId('moment'),
      recallId: source.id,
      sessionId: source.sessionId,
      tool: moment.tool.name,
    },
    call: announcedKey(runtime, moment.tool),
    rules: rules.map(({ id }) => id),
    createdAt: runtime.clock(),
  };
  const recorded = await recordMoment(runtime, tenant, record);
  return composeReply(source, { rules, momentId: recorded ? record.id : null, recorded });
}

const CACHE_BYTES = 16_000_000;

const cacheOf = (runtime: Runtime): FairCache<MomentSource> =>
  runtime.once('recall.moments', () => fairCache(CACHE_BYTES));
const keyOf = (tenant: string, recallId: string) => JSON.stringify([tenant, recallId]);

function keep(runtime: Runtime, tenant: string, source: MomentSource): void {
  const bytes = source.rules.reduce((sum, { content }) => sum + 1000 + 2 * content.length, 500);
  cacheOf(runtime).put(keyOf(tenant, source.id), { tenant, value: source, bytes });
}

/** Keeps what a recall served, so that its first moment need not read it. */
export function keepForMoments(
  runtime: Runtime,
  tenant: string,
  { reply, ...owner }: Pick<MomentSource, 'agentId' | 'sessionId'> & { reply: RecallResponse },
): void {
  if (reply.triggers === undefined || !reply.recorded) return;
  const triggers = new Map(reply.triggers.map((trigger) => [trigger.rule_id, trigger]));
  const rules = reply.skills.flatMap(({ bullets, ...skill }) =>
    (bullets ?? []).flatMap((rule): ServedRule[] => {
      const trigger = triggers.get(rule.id);
      if (trigger === undefined) return [];
      return [{ ...rule, applies_when: trigger.applies_when, blocks: trigger.blocks, skill }];
    }),
  );
  keep(runtime, tenant, { ...owner, id: reply.recall_id, holdout: reply.holdout, rules });
}

async function readSource(runtime: Runtime, tenant: string, recallId: string): Promise<MomentSource> {
  const present = cacheOf(runtime).get(keyOf(tenant, recallId));
  if (present !== undefined) return present;
  const recall = await recallStore(runtime.db.read, tenant).find(recallId);
  if (recall === null) throw notFound('recall');
  const { id, agentId, sessionId, holdout } = recall;
  const served = holdout ? [] : recall.skills.filter((skill) => skill.served);
  const rules = (await Promise.all(served.map((skill) => readRules(runtime, tenant, skill)))).flat();
  const source = { id, agentId, sessionId, holdout, rules };
  keep(runtime, tenant, source);
  return source;
}

async function readRules(runtime: Runtime, tenant: string, recalled: RecalledSkill): Promise<ServedRule[]> {
  const text = await servedSkillText(runtime, tenant, recalled);
  const { id, name, version, score, arm } = recalled;
  const skill = { id, name, description: text?.description ?? '', version, score, arm };
  const served = new Set(recalled.bullets);
  return (text?.bullets ?? []).flatMap(({ applies_when: conditions, ...rule }) =>
    conditions === undefined || !served.has(rule.id) ? [] : [{ ...rule, applies_when: conditions, skill }],
  );
}

/** The rules that recalls' sessions were shown before calls, by recall. */
export async function findShownRules(
  runtime: Runtime,
  tenant: string,
  recallIds: string[],
): Promise<Map<string, ShownRule[]>> {
  if (recallIds.length === 0) return new Map();
  const moments = await momentStore(runtime.db.read, tenant).shownUnder(recallIds);
  const found = new Map<string, ShownRule[]>();
  for (const [recallId, shown] of Map.groupBy(moments, (moment) => moment.recallId)) {
    const { rules } = await readSource(runtime, tenant, recallId);
    const announced = (id: string) =>
      shown.filter((moment) => moment.rules.includes(id)).map(({ call }) => call);
    const told = rules.map((rule) => ({ ...rule, announced: announced(rule.id) }));
    found.set(
      recallId,
      told.filter((rule) => rule.announced.length > 0),
    );
  }
  return found;
}

/** More rules than these wait for a turn of their own: calls that arrive together would do the first of theirs at once. */
const FEW_RULES = 10;

/** Those that apply to the call. A glob takes up to a millisecond, and a recall may have hundreds. */
async function matchingRules(rules: readonly ServedRule[], call: CallMoment): Promise<ServedRule[]> {
  const matching: ServedRule[] = [];
  const slice = new Slice();
  if (rules.length > FEW_RULES) await slice.next();
  for (const rule of rules) {
    if (matchesAny(rule.applies_when, call)) matching.push(rule);
    if (slice.isOver) await slice.next();
  }
  return matching;
}

/** Those that the session has not seen and that still stand. */
async function dueRules(
  runtime: Runtime,
  tenant: string,
  { source, matching, call }: { source: MomentSource; matching: ServedRule[]; call: CallMoment },
): Promise<ServedRule[]> {
  const store = momentStore(runtime.db.read, tenant);
  const [earlier, standing] = await Promise.all([
    store.earlier({ recallId: source.id, sessionId: source.sessionId }),
    store.standing(matching.map(({ id }) => id)),
  ]);
  return chooseRules(
    matching.filter(({ id }) => standing.has(id)),
    call,
    earlier,
  );
}

/** Whether it is stored; not while the database takes no writes. Its recall may be gone: `recall not found`. */
async function recordMoment(runtime: Runtime, tenant: string, record: MomentRecord): Promise<boolean> {
  const write = runtime.once('moment.writer', () =>
    groupWrites<MomentRecord, boolean>({
      async write(key, moments) {
        const stored = await insertMoments(runtime.db.read, key, moments);
        return moments.map(({ id }) => stored.has(id));
      },
      bytesOf: () => 500,
    }),
  );
  const stored = await write(tenant, record).catch((error: unknown) => {
    if (!isWriteTrouble(error)) throw error;
    return null;
  });
  if (stored === false) throw notFound('recall');
  return stored === true;
}

function composeReply(
  { id, holdout }: MomentSource,
  { rules, momentId, recorded }: { rules: ServedRule[]; momentId: string | null; recorded: boolean },
): RecallResponse {
  const bySkill = [...Map.groupBy(rules, ({ skill }) => skill.id).values()];
  return {
    recall_id: id,
    instructions: rules.map(renderMomentRule).join('\n'),
    skills: bySkill.flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const bullets = own.map(({ id: ruleId, section, content, blocks = false }) => ({
        ...{ id: ruleId, section, content, blocks },
      }));
      return [{ ...first.skill, bullets }];
    }),
    skill_index: [],
    memories: [],
    profile: null,
    holdout,
    recorded,
    moment_id: momentId,
  };
}
