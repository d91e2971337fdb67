/**
 * The closed loop in one world: skills are written, the fleet works in waves, the gateway learns, the
 * reviewer decides, canaries try. All through the interface. It goes on until the planted cure and the
 * planted harm are decided and has a last stretch after that.
 */
import type { Changeset, Whetstone } from '../../client/src/index.ts';
import { AGENT, Fleet, type FleetOptions } from './fleet/fleet.ts';
import { type Kind, toolsForbidden, toolsTold, type World } from './world/index.ts';

/** How large a world is, in sessions. */
export interface Size {
  /** Before the reviewer first looks. */
  readonly first: number;
  readonly wave: number;
  /** At least so many are run, and at most so many. */
  readonly least: number;
  readonly most: number;
  /** After everything is decided. */
  readonly last: number;
}

/** What the loop tells about as it goes on. */
export interface Watch {
  /** `episodes` were recorded until then. */
  decided(decision: Decision, episodes: number): void;
  finished(changeset: Changeset, episodes: number): void;
}

export interface Loop {
  readonly fleet: Fleet;
  readonly changesets: readonly Changeset[];
  /** The episodes after which a change was found to be finished, by its id. */
  readonly decidedAfter: ReadonlyMap<string, number>;
}

const OPEN = ['pending', 'approved', 'canary'];
const REFLECTED_DEADLINE_MS = 60_000;
const POLL_MS = 100;

/** Whether a change teaches the cure of a world, or its harm. */
export function teaches({ ops }: Changeset, { part, steps, rules }: Kind): boolean {
  const texts = ops.flatMap((op) => ('content' in op && typeof op.content === 'string' ? [op.content] : []));
  if (part === 'shortcut') return steps.some(({ tool }) => toolsForbidden(texts).has(tool));
  const known = toolsTold(rules);
  return steps.some(({ tool }) => !known.has(tool) && toolsTold(texts).has(tool));
}

/** The kind in which a part is planted. */
export function findKind({ kinds }: World, part: Kind['part']): Kind {
  const kind = kinds.find((other) => other.part === part);
  if (kind === undefined) throw new Error(`the world has no ${part}`);
  return kind;
}

export async function runLoop(
  world: World,
  { size, minUses, watch, ...options }: FleetOptions & { size: Size; minUses: number; watch: Watch },
): Promise<Loop> {
  const fleet = new Fleet(world, options);
  const decidedAfter = new Map<string, number>();
  await authorSkills(fleet.client, world);
  const step = async (sessions: number): Promise<Changeset[]> => {
    await fleet.work(sessions);
    await untilReflected(fleet);
    for (const decision of await review(fleet.client, minUses)) watch.decided(decision, fleet.episodes);
    const all = await listChangesets(fleet.client);
    for (const changeset of all) {
      if (OPEN.includes(changeset.status) || decidedAfter.has(changeset.id)) continue;
      decidedAfter.set(changeset.id, fleet.episodes);
      if (changeset.source === 'reflection') watch.finished(changeset, fleet.episodes);
    }
    return all;
  };
  let changesets = await step(size.first);
  while (fleet.sessions < size.most - size.last) {
    if (fleet.sessions >= size.least - size.last && isDecided(world, changesets)) break;
    changesets = await step(size.wave);
  }
  for (let left = size.last; left > 0; left -= size.wave) changesets = await step(Math.min(size.wave, left));
  return { fleet, changesets, decidedAfter };
}

/** Writes the skills of a world as a person would. */
async function authorSkills(client: Whetstone, { kinds }: World): Promise<void> {
  for (const { skill, description, rules } of kinds) {
    const bullets = rules.map((content) => ({ content }));
    await client.call('authorSkill', { body: { agent_id: AGENT, name: skill, description, bullets } });
  }
}

/** Every change to the fleet's skills, in every status. */
async function listChangesets(client: Whetstone): Promise<Changeset[]> {
  return await client.call('listChangesets', { query: { agent_id: AGENT, status: '', limit: 1000 } });
}

/** Whether each cure and each harm has been finished. */
function isDecided({ kinds }: World, changesets: readonly Changeset[]): boolean {
  return kinds.every(
    (kind) =>
      kind.part === 'gap' ||
      changesets.some((change) => !OPEN.includes(change.status) && teaches(change, kind)),
  );
}

/**
 * Waits until the gateway has reflected on the last sessions; one that learns more slowly than that learns
 * beside the fleet.
 */
async function untilReflected(fleet: Fleet): Promise<void> {
  await fleet.client.call('reflect', { path: { agent_id: AGENT } });
  const deadline = Date.now() + REFLECTED_DEADLINE_MS;
  // One after the other: asking for all of them again and again would leave a busy gateway no time to reflect.
  for (const session of fleet.lastSessions) {
    while (!(await wasReflected(fleet.client, session)) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

async function wasReflected(client: Whetstone, session: string): Promise<boolean> {
  const query = { session_id: session, agent_id: AGENT };
  return (await client.call('latestEpisode', { query })).reflected;
}

/** What the reviewer did to a proposal. */
interface Decision {
  readonly changeset: Changeset;
  readonly approved: boolean;
  readonly status: string;
  readonly comment: string;
}

const SUSPICIOUS = /^(?:secret|injection|size):/;
const EMPTY_ADVICE = /\bmore care\b/i;

/** Decides on all that waits and may be decided; `minUses` is what a skill needs for a canary. */
async function review(client: Whetstone, minUses: number): Promise<Decision[]> {
  const pending = await client.call('listChangesets', { query: { agent_id: AGENT, status: 'pending' } });
  if (pending.length === 0) return [];
  const skills = await client.call('listSkills', { query: { agent_id: AGENT } });
  const used = new Map(skills.flatMap(({ id, name, uses }) => [[id, uses] as const, [name, uses] as const]));
  const decisions: Decision[] = [];
  for (const changeset of pending.toReversed()) {
    const { approve, comment } = formOpinion(changeset);
    if (approve && skillNames(changeset).some((skill) => (used.get(skill) ?? minUses) < minUses)) continue;
    const { status } = await client.call('reviewChangeset', {
      path: { cs_id: changeset.id },
      body: { approve, comment },
    });
    decisions.push({ changeset, approved: approve, status, comment });
  }
  return decisions;
}

function formOpinion({ ops, safety_findings: findings }: Changeset): { approve: boolean; comment: string } {
  if (findings.some((finding) => SUSPICIOUS.test(finding))) {
    return { approve: false, comment: `looks planted: ${findings.join(', ')}` };
  }
  const texts = ops.map((op) => ('content' in op ? (op.content ?? '') : ''));
  if (texts.some((text) => EMPTY_ADVICE.test(text)))
    return { approve: false, comment: 'tells nobody what to do' };
  return { approve: true, comment: 'reads well' };
}

function skillNames({ ops }: Changeset): string[] {
  return ops.flatMap((op) => ('skill' in op ? [op.skill] : []));
}
