/**
 * Whether learning helps over time, of one agent or of all: weekly lifts, since when it is clear, the changes
 * that were applied meanwhile, and runs that were counted. All from sums and bounded lists.
 */
import { interval } from '../../domain/measurement/beta.ts';
import { type LearningLift, learningLift, sessionPosterior } from '../../domain/measurement/learning-lift.ts';
import { type LiftCourse, liftCourse } from '../../domain/measurement/lift-course.ts';
import type { Principal } from '../../domain/principal.ts';
import { WEEK_MS, weekOf } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { type AppliedRow, type LatestRun, liftStore } from './lift-store.ts';

const LEVEL = 0.9;
/** Weeks that are drawn, the present one included. */
const WEEKS = 26;
/** Most changes that are marked. */
const MARKED = 50;
/** Runs of each group that are named. */
const RUNS_NAMED = 5;

/** A change where it stands on the axis of time. */
type AppliedMark = Omit<AppliedRow, 'at'> & { at: string };

type NamedRun = Pick<LatestRun, 'id' | 'task'> & { reward: number; createdAt: string };

interface LiftView extends LiftCourse {
  lift: LearningLift;
  /** 90 % intervals of both groups' success. */
  groups: { treated: [number, number]; holdout: [number, number] };
  /** The Mondays of all weeks that are drawn, also of those without evidence; oldest first. */
  span: string[];
  applied: AppliedMark[];
  runs: { treated: NamedRun[]; holdout: NamedRun[] };
  /** Among the latest 1,000 runs, those that do not count because the agent had their skills as files. */
  runsWithFiles: number;
}

/** The lift and its course; `agentId` null means all agents of the tenant together. */
export async function readLift(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string | null,
): Promise<LiftView> {
  const store = liftStore(runtime.db.read, tenant);
  const now = runtime.clock().getTime();
  const span = Array.from({ length: WEEKS }, (_, ago) => weekOf(new Date(now - ago * WEEK_MS))).toReversed();
  const [total, weeks, applied, runs] = await Promise.all([
    store.total(agentId),
    store.weeks(agentId, span),
    store.applied(agentId, MARKED),
    store.latestRuns(agentId, { dialect: runtime.db.dialect, now: runtime.clock() }),
  ]);
  const course = liftCourse(total, weeks);
  const intervalOf = (group: 'treated' | 'holdout'): [number, number] => {
    const [low, high] = interval(sessionPosterior(total.sessions[group]), LEVEL);
    return [low, high];
  };
  const named = (group: LatestRun['group']): NamedRun[] =>
    runs
      .flatMap(({ id, task, reward, createdAt, ...run }) =>
        run.group !== group || reward === null
          ? []
          : [{ id, task, reward, createdAt: createdAt.toISOString() }],
      )
      .slice(0, RUNS_NAMED);
  const begin = Date.parse(span[0] ?? '');
  return {
    ...course,
    span,
    lift: learningLift(total),
    groups: { treated: intervalOf('treated'), holdout: intervalOf('holdout') },
    applied: applied
      .filter(({ at }) => at.getTime() >= begin)
      .map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    runs: { treated: named('treated'), holdout: named('holdout') },
    runsWithFiles: runs.filter(({ hadFiles }) => hadFiles).length,
  };
}

const MOST_AGENTS = 50;

interface AgentLift {
  agentId: string;
  episodes: number;
  lift: LearningLift;
}

/** The lift of each agent, those that recorded most first, and how many agents are left out. */
export async function compareAgents(
  runtime: Runtime,
  { tenant }: Principal,
): Promise<{ agents: AgentLift[]; leftOut: number }> {
  const { listed, leftOut } = await liftStore(runtime.db.read, tenant).agents(MOST_AGENTS);
  const agents: AgentLift[] = [];
  for await (const { agentId, episodes, ...groups } of inTurns(listed)) {
    agents.push({ agentId, episodes, lift: learningLift(groups) });
  }
  return { agents, leftOut };
}
