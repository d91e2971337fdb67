/**
 * What a model is shown of a run. The trusted view has a note where an untrusted part stood: who wrote it and how long it was.
 * This is the one place that makes trusted material of a run.
 */
import type { QuotableEpisode } from '../learning/quote-episode.ts';
import {
  isAgent,
  isDeveloper,
  isValue,
  type Label,
  labelRun,
  type SourcedRun,
  shownName,
  type TrustPolicy,
  textOfInput,
} from './parts.ts';
import { type Side, type Sided, type Source, type Trusted, type Untrusted, uniteSources } from './side.ts';

/** A run as a model is shown it. */
export interface View<S extends Side = Side> {
  readonly episode: Sided<QuotableEpisode, S>;
  /** The untrusted sources whose words, or what may repeat them, stand in it. */
  readonly sources: readonly Source[];
}

/** The view without any untrusted part. */
export interface TrustedView extends View<'trusted'> {
  /** The sources of what it leaves out. */
  readonly hidden: readonly Source[];
  /** Whether anything is left that could teach: more than its facts and the developer's own words. */
  readonly isTelling: boolean;
}

/** Of text from outside; else a user's. */
export const isOutside = ({ kind }: Source) => kind !== 'user';

export function trustedView(run: SourcedRun, policy: TrustPolicy): TrustedView {
  const { episode, hidden } = viewRun(run, policy, () => true);
  const { task, verification, error, feedback = [], messages, toolCalls } = episode;
  const texts = [
    ...[task, verification?.details, error, ...feedback.flatMap((one) => [one.comment, one.correction])],
    ...messages.filter(({ role }) => !isDeveloper(role)).map(({ content }) => content),
    ...toolCalls.flatMap((call) => [call.result, call.error]),
  ];
  const isTelling = hidden.length === 0 || texts.some((text) => text && !isValue(text) && !NOTE.test(text));
  return { episode: episode as Trusted<QuotableEpisode>, sources: [], hidden, isTelling };
}

/** With the words of the run's user, without what came from outside. Without sources it is the trusted view. */
export function userView(run: SourcedRun, policy: TrustPolicy): View<'untrusted'> {
  const { episode, shown } = viewRun(run, policy, isOutside);
  return { episode: episode as Untrusted<QuotableEpisode>, sources: shown };
}

/** The whole run. */
export function wholeView(run: SourcedRun, policy: TrustPolicy): View<'untrusted'> {
  const { episode, shown } = viewRun(run, policy, () => false);
  return { episode: episode as Untrusted<QuotableEpisode>, sources: shown };
}

/** Without what came from outside, but with the agent's last message: `sources` are those of that. */
export function judgedView(run: SourcedRun, policy: TrustPolicy): View<'untrusted'> {
  const { episode, labels } = viewRun(run, policy, isOutside);
  const last = run.messages.findLastIndex(({ role }) => isAgent(role));
  const messages = episode.messages.map((message, at) =>
    at === last ? (run.messages[at] ?? message) : message,
  );
  const sources = (labels.messages[last]?.sources ?? []).filter(isOutside);
  const judged: QuotableEpisode = { ...episode, messages };
  return { episode: judged as Untrusted<QuotableEpisode>, sources };
}

/** How a note begins that stands for a hidden part. */
const NOTE = /^\[from .*, not shown\]$/;

type Hides = (source: Source) => boolean;

/** A run without the parts of which `hides` knows a source. */
function viewRun(run: SourcedRun, policy: TrustPolicy, hides: Hides) {
  const labels = labelRun(run, policy);
  const [hidden, shown]: [Source[], Source[]] = [[], []];
  const view = <T extends string | null | undefined>(text: T, label: Label, of = ''): T | string => {
    if (label === null || !text || (isValue(text) && label.by !== 'agent')) return text;
    const isHidden = label.sources.some(hides);
    (isHidden ? hidden : shown).push(...label.sources);
    return isHidden
      ? `[from ${nameOf(label, of)}, ${text.length.toLocaleString('en-US')} characters, not shown]`
      : text;
  };
  const { task, messages, toolCalls, error, feedback = [], ...facts } = run;
  const episode: QuotableEpisode = {
    ...facts,
    task: view(task, labels.task),
    messages: messages.map(({ role, content }, at) => ({
      role: shownName(role),
      content: view(content, labels.messages[at] ?? null, role),
    })),
    toolCalls: toolCalls.map(({ name, arguments: given, result, error: failure }, at) => {
      const label = labels.calls[at] ?? { given: null, answer: null };
      const text = textOfInput(given);
      const input = view(text, label.given);
      return {
        name: isMarked(label.answer) ? 'unnamed' : shownName(name),
        arguments: input === text ? given : input,
        result: view(result, label.answer, name),
        error: view(failure, label.answer, name),
      };
    }),
    error: view(error, labels.error),
    feedback: feedback.map(({ score, comment, correction, source }, at) => {
      const label = labels.feedback[at] ?? null;
      const isHidden = label?.sources.some(hides) === true;
      return {
        ...{ score, source: isHidden ? 'user' : source },
        comment: view(comment, label),
        correction: view(correction, label),
      };
    }),
  };
  return { episode, labels, hidden: uniteSources(hidden), shown: uniteSources(shown) };
}

/** A marked call is somebody else's, down to its name. */
function isMarked(label: Label): boolean {
  return label !== null && typeof label.by !== 'string' && label.by.kind === 'marked';
}

/** Ids of users and roles are texts of others, and are not shown. */
function nameOf({ by }: NonNullable<Label>, of: string): string {
  if (by === 'agent') return 'the agent';
  if (by === 'tool') return shownName(of);
  if (by.kind !== 'tool') return by.kind === 'user' ? 'the user' : 'a marked text';
  return shownName(by.name);
}
