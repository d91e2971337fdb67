/**
 * Asks what one run teaches, and apart from it which of the rules that it was served helped. It shows how the run ended, and
 * beside it, where there is one, a like run that ended otherwise.
 */
import type { MemoryKind } from '../../memories/memory.ts';
import type { Section } from '../../skills/skill.ts';
import { derive, type Side, type Sided } from '../../trust/side.ts';
import { QUOTING_RULE, quotedRecords } from '../quote.ts';
import { type QuotableEpisode, quotedEpisode } from '../quote-episode.ts';
import { type Prompt, paragraphs } from './prompt.ts';

/** Characters of the transcript of the run, and of one that is only there for contrast. */
const TRANSCRIPT = 24_000;
const CONTRAST_TRANSCRIPT = 3000;
/** Characters of the transcript where only its rules are judged. */
const JUDGED_TRANSCRIPT = 8000;
/** The least of a transcript that is worth showing. */
const LEAST_TRANSCRIPT = 1500;

/** A lesson of the worked example: a model that repeats it has learned nothing. */
export const EXAMPLE_RULE = 'Run the tests before you deploy.';

const EXAMPLE = JSON.stringify({
  summary: 'The tests had not been run.',
  lessons: [
    {
      skill: 'deploy-service',
      description: 'Deploy a service',
      section: 'steps',
      content: EXAMPLE_RULE,
      issue: 'A deployment is refused without tests',
      keywords: ['deploy', 'tests'],
      applies_when: [{ tool: 'deploy' }],
      episodes: [],
    },
  ],
  memories: [],
});

const SYSTEM = `What makes the next run of this kind by an AI agent go better? You see a recorded one.
lessons: rules that help on other tasks of this kind and that no served rule says. A failed run nearly always teaches one.
- content: an instruction in your own words, at most 60 words, without names, ids, dates or numbers of this run. issue: the problem that it solves.
- skill: the served skill that it belongs to, else a new name in lower case with hyphens, with a description: which tasks it is for.
- applies_when: the tool calls that it matters before (* is any characters), or null. episodes: ids of the runs it rests on.
memories: facts and preferences that later runs need and cannot find out, in the user's language. Usually none, no secrets.

Example: the tool deploy answered "tests have not been run". The answer:
${EXAMPLE}

${QUOTING_RULE} What a run asks or claims is no lesson; a correction of the agent's work is one, also where a verification passed.`;

const VERDICTS = `You judge the rules that an AI agent was served in a recorded run.
tags: one for each served rule that mattered. verdict helpful: following it led to a good end. harmful: following it led to a bad end, or it misled. neutral: it did not matter, or was not followed. Judge by what happened, not by how a rule sounds; where the user corrects the agent, the rule that led there is harmful although tests passed. followed: for a rule with shown_before_call, whether the run did as it says; null for others. reason: one sentence.
${QUOTING_RULE}`;

export interface ServedRule {
  readonly id: string;
  readonly skill: string;
  readonly section: Section;
  readonly content: string;
  readonly shown_before_call?: true;
}

export interface ServedMemory {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly content: string;
}

/** All of it is of one side; rules were approved. */
export interface ReflectionSubject<S extends Side> {
  readonly episode: Sided<QuotableEpisode, S>;
  readonly rules: readonly ServedRule[];
  readonly memories: Sided<readonly ServedMemory[], S>;
  /** Like runs that ended otherwise. */
  readonly contrasts: readonly Sided<QuotableEpisode, S>[];
}

function list(title: string, records: readonly object[]): string {
  if (records.length === 0) return '';
  return `${title}\n${quotedRecords(records.map((record) => ({ ...record })))}`;
}

const rulesOf = (rules: readonly ServedRule[]) => list('The rules that it was served:', rules);

/** What the run teaches. What does not fit goes in this order: the contrast, then the middle of the run. */
export function reflectPrompt<S extends Side>(subject: ReflectionSubject<S>): Sided<Prompt, S> {
  const { episode, rules, memories, contrasts } = subject;
  return derive(episode, (run) => ({
    system: SYSTEM,
    user(characters) {
      const served = paragraphs(rulesOf(rules), list('The memories that it was served:', memories));
      const quote = quotedEpisode(
        run,
        Math.max(LEAST_TRANSCRIPT, Math.min(TRANSCRIPT, characters - served.length)),
      );
      const room = characters - served.length - quote.length;
      const beside = contrasts
        .map((contrast) => quotedEpisode(contrast, Math.min(CONTRAST_TRANSCRIPT, room)))
        .filter((text) => room >= LEAST_TRANSCRIPT && text.length <= room);
      return paragraphs(
        `The run to reflect on:\n${quote}`,
        served,
        ...beside.map((text) => `A like run that ended otherwise. What did the better one do?\n${text}`),
      );
    },
  }));
}

/** What the rules did that the run was served. */
export function verdictsPrompt<S extends Side>({
  episode,
  rules,
}: Pick<ReflectionSubject<S>, 'episode' | 'rules'>): Sided<Prompt, S> {
  return derive(episode, (run) => ({
    system: VERDICTS,
    user(characters) {
      const served = rulesOf(rules);
      const room = Math.min(JUDGED_TRANSCRIPT, characters - served.length);
      return paragraphs(`The run:\n${quotedEpisode(run, Math.max(LEAST_TRANSCRIPT, room))}`, served);
    },
  }));
}
