/**
 * Runs of the sample world's agents, recorded as agents record them: each is served what is known at its time
 * and succeeds by the truth of the world. What reflection would note of them is noted with them.
 */
import type { RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
import type { Principal } from '../../domain/principal.ts';
import { plainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import { feedbackInSchema } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest, type RecallResponse } from '../../domain/runs/recall/recall.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { draftRedacted, recordEpisodes } from '../../runs/episodes/index.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { recall } from '../../runs/recall/index.ts';
import { lockEntry, replaceVerdicts } from '../../runs/rewards/index.ts';
import { type Kind, pick, run } from '../world/index.ts';

/** An agent of the sample world and the kinds of tasks that it is given. */
export interface Agent {
  readonly id: string;
  readonly kinds: readonly Kind[];
  /** Sessions a day. */
  readonly sessions: number;
}

/** A run that later events of the history cite. */
export interface PastRun {
  readonly id: string;
  readonly agentId: string;
  readonly skill: string;
  readonly user: string;
  readonly isGood: boolean;
}

/** What a stretch of runs needs: `principal` acts for the agents, `wish` is how ada wants her reports now. */
export interface Recording {
  readonly runtime: Runtime;
  readonly principal: Principal;
  readonly random: () => number;
  readonly wish: string;
}

const USERS = ['ada', 'ben', 'chidi', 'dora', 'emre', 'fatima'];
/** Whose wish is learned. */
const WISHING = 'ada';
const MINUTE_MS = 60_000;
const MOST_MINUTES = 10 * 60;
/** How many of the runs that went well are praised. */
const PRAISED = 0.2;

interface Task {
  readonly kind: Kind;
  readonly text: string;
  readonly user: string;
  readonly session: string;
  readonly minutes: number;
}

function drawTask({ id, kinds }: Agent, name: string, random: () => number): Task {
  const kind = pick(kinds, random);
  const text = pick(kind.tasks, random).replace('{n}', String(1000 + Math.floor(random() * 9000)));
  const minutes = 2 + Math.floor(random() * MOST_MINUTES);
  return { kind, text, user: pick(USERS, random), session: `${id}-${name}`, minutes };
}

interface ServedTask {
  readonly task: Task;
  readonly reply: RecallResponse;
}

/** Runs the sessions of an agent's day; `name` tells them from those of every other. */
export async function recordRuns(recording: Recording, agent: Agent, name: string): Promise<PastRun[]> {
  const { runtime, principal, random } = recording;
  const tasks = Array.from({ length: agent.sessions }, (_, at) => drawTask(agent, `${name}-${at}`, random));
  const served = await Promise.all(
    tasks.map(async (task): Promise<ServedTask> => {
      const { text: query, user: user_id, session: session_id } = task;
      const request = RecallRequest.parse({ query, agent_id: agent.id, user_id, session_id });
      return { task, reply: await recall(later(runtime, task.minutes), principal, request) };
    }),
  );
  const runs = served.map((one) => ({ ...one, ...takeRun(recording, one) }));
  const now = runtime.clock().getTime();
  const drafts = runs.map(({ task, reply, episode }) => {
    const { user: user_id, session: session_id, minutes } = task;
    const of = { agent_id: agent.id, user_id, session_id, recall_id: reply.recall_id };
    const read = episodeInSchema.parse({
      ...episode,
      ...of,
      framework: 'sample',
      duration_ms: minutes * 100,
    });
    const draft = draftRedacted(runtime, plainEpisode(read));
    const createdAt = new Date(now + minutes * MINUTE_MS);
    return { ...draft, row: { ...draft.row, createdAt, reflected: true } };
  });
  const answers = await recordEpisodes(runtime, principal.tenant, drafts);
  const past = runs.map(({ task, reply, verdicts, isGood }, at) => {
    const id = answers[at]?.episode_id ?? '';
    const of = { agentId: agent.id, skill: task.kind.skill, user: task.user, isGood };
    return { ...of, id, verdicts, minutes: task.minutes, isServed: reply.skills.length > 0 };
  });
  await noteVerdicts(recording, past);
  for (const { id, minutes } of past.filter(({ isGood }) => isGood && random() < PRAISED)) {
    const score = 0.8 + Math.floor(random() * 5) / 20;
    await giveFeedback(
      later(runtime, minutes + 1),
      principal,
      feedbackInSchema.parse({ episode_id: id, score }),
    );
  }
  return past;
}

/** The same runtime so many minutes later in the day. */
const later = (runtime: Runtime, minutes: number): Runtime => ({
  ...runtime,
  clock: () => new Date(runtime.clock().getTime() + minutes * MINUTE_MS),
});

function takeRun({ random, wish }: Recording, { task, reply }: ServedTask) {
  const { kind, text, user } = task;
  const { episode } = run({ kind, task: text, user, wish: user === WISHING ? wish : null }, reply, random);
  const isGood = episode.outcome === 'success';
  const { verification: _, ...recorded } = episode;
  return { episode: recorded, isGood, verdicts: verdictsOn(reply, episode) };
}

/** A rule that was followed has helped a run that went well; one about the tool that failed has harmed it. */
function verdictsOn(
  { skills }: RecallResponse,
  { tool_calls: calls }: { tool_calls: readonly { name: string; error?: string }[] },
): RuleVerdict[] {
  const failed = calls.find(({ error }) => error !== undefined);
  return skills.flatMap(({ bullets }) =>
    (bullets ?? []).map(({ id, content }): RuleVerdict => {
      if (failed !== undefined)
        return { bullet: id, verdict: content.includes(failed.name) ? 'harmful' : 'neutral' };
      const isFollowed = calls.some(({ name }) => content.includes(name));
      return { bullet: id, verdict: isFollowed ? 'helpful' : 'neutral' };
    }),
  );
}

/** Every other run says enough of its rules. */
async function noteVerdicts(
  { runtime, principal: { tenant } }: Recording,
  past: readonly { id: string; verdicts: readonly RuleVerdict[] }[],
): Promise<void> {
  const judged = past.filter(({ verdicts }, at) => verdicts.length > 0 && at % 2 === 0);
  if (judged.length === 0) return;
  await runtime.db.write(async (tx) => {
    for (const { id, verdicts } of judged) {
      const entry = await lockEntry(runtime, tx, tenant, id);
      if (entry !== null) await replaceVerdicts(runtime, tx, tenant, { entry, verdicts });
    }
  });
}
