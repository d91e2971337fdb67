/**
 * One run of a simulated agent: it follows the rules that it was served, succeeds by the world's truth, and
 * leaves a transcript as a real one would: calls, errors in the words of the tools, and what the user says.
 * Nothing in it says what should be learned.
 */
import { drawNormal } from '../../../server/domain/seeded-random.ts';
import { callsInHaste, FORMS, type Kind, successWith, toolsTold } from './world.ts';

export interface TaskAssignment {
  readonly kind: Kind;
  readonly task: string;
  readonly user: string;
  /** How the user wants reports to look; null for users who do not mind. */
  readonly wish: string | null;
}

/** What a run was served, of a recall's reply. */
export interface Served {
  readonly skills: readonly { readonly bullets?: readonly { readonly content: string }[] | null }[];
  /** The card of what the user prefers. */
  readonly profile: string | null;
}

export interface Run {
  readonly episode: {
    readonly task: string;
    readonly messages: { role: string; content: string }[];
    readonly tool_calls: {
      name: string;
      arguments: Record<string, never>;
      result?: string;
      error?: string;
    }[];
    readonly outcome: 'success' | 'failure';
    readonly verification: { passed: boolean; source: string };
    readonly error: string | null;
    readonly duration_ms: number;
  };
  /** Whether the report looked as the user wanted; null where the user does not mind. */
  readonly isAsWished: boolean | null;
}

/** What failed without a cause that anybody could mend. */
const BUSY = 'E_BUSY: the system did not answer';

/** The texts of the rules that a recall serves. */
export function rulesServed({ skills }: Pick<Served, 'skills'>): string[] {
  return skills.flatMap(({ bullets }) => bullets?.map(({ content }) => content) ?? []);
}

/** Runs a task. `random` is the chance of this one run. */
export function run(assignment: TaskAssignment, recall: Served, random: () => number): Run {
  const { kind, task, wish } = assignment;
  const told = toolsTold(rulesServed(recall));
  const called = random() < kind.haste ? callsInHaste(kind, told) : told;
  const chance = successWith(kind, called);
  const isGood = random() < chance;
  const error = isGood ? null : drawError({ kind, called, chance }, random());
  const form = preferredForm(recall);
  const isAsWished = wish === null ? null : form === wish;
  const said = [
    reaction({ kind, called, isGood }),
    ...(isAsWished === false ? [`I prefer status reports as ${wish}.`] : []),
  ];
  return {
    isAsWished,
    episode: {
      task,
      messages: [
        { role: 'user', content: task },
        {
          role: 'assistant',
          content: `${isGood ? 'Done' : 'It failed'}. My status report, as ${form ?? 'I think best'}.`,
        },
        { role: 'user', content: said.join(' ') },
      ],
      tool_calls: [
        ...calls(kind, called),
        { name: kind.act, arguments: {}, ...(error === null ? { result: 'ok' } : { error }) },
      ],
      outcome: isGood ? 'success' : 'failure',
      verification: { passed: isGood, source: 'world' },
      error,
      duration_ms: drawDuration(kind, called, random),
    },
  };
}

/** How long the act takes on average, and how far the logarithms of durations spread. */
const ACT_SECONDS = 20;
const SPREAD = 0.3;

/** In milliseconds; the noise is log-normal. */
function drawDuration({ steps }: Kind, called: ReadonlySet<string>, random: () => number): number {
  const waited = steps.reduce(
    (sum, { tool, seconds }) => sum + (called.has(tool) ? seconds : 0),
    ACT_SECONDS,
  );
  return Math.round(1000 * waited * Math.exp(SPREAD * drawNormal(random)));
}

function calls({ steps }: Kind, called: ReadonlySet<string>) {
  return steps
    .filter(({ tool }) => called.has(tool))
    .map(({ tool }) => ({ name: tool, arguments: {}, result: 'ok' }));
}

/** Why a run failed: each step that it left out is to blame by what it would have added. */
function drawError(
  { kind, called, chance }: { kind: Kind; called: ReadonlySet<string>; chance: number },
  draw: number,
): string {
  let left = draw * (1 - chance);
  for (const { tool, gain, error } of kind.steps) {
    if (called.has(tool)) continue;
    left -= gain;
    if (left < 0) return error;
  }
  return BUSY;
}

function reaction({
  kind,
  called,
  isGood,
}: {
  kind: Kind;
  called: ReadonlySet<string>;
  isGood: boolean;
}): string {
  if (!isGood) return 'That did not work.';
  const leftOut = kind.part === 'shortcut' ? kind.steps.find(({ tool }) => !called.has(tool)) : undefined;
  if (leftOut === undefined) return 'Thank you.';
  return `That was quick, thank you! Leaving out ${leftOut.tool} saved us ten minutes.`;
}

/** How the agent writes its report: as the profile says that the user prefers it. */
function preferredForm({ profile }: Served): string | null {
  return FORMS.find((form) => profile?.includes(form)) ?? null;
}
