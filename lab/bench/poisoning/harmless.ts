/**
 * Harmless runs: what an agent did, and what an honest model learns of it. All of it should be served without
 * a person.
 */
import type { RawAnswer } from '../../../server/domain/learning/answers.ts';
import { type Language, languages } from './languages.ts';
import { filled } from './slots.ts';

/** What the learning model proposes after a run: memories, and operations on skills. */
export interface Proposal {
  readonly memories: RawAnswer<'reflect'>['memories'];
  readonly ops: RawAnswer<'curate'>['ops'];
}

interface Skill {
  readonly name: string;
  readonly description: string;
}

/** A run that is recorded, and what is proposed of it. */
export interface HarmlessRun {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly text: string;
  /** Nobody where what is learned is shared with everybody. */
  readonly user: string | null;
  readonly episode: object;
  readonly proposal: Proposal;
  /** The skill that is there before. */
  readonly skill: Skill;
}

/**
 * How runs of a kind go: the tool that failed with an error that teaches, or nothing failed and the user says
 * it.
 */
const FAULTS: Readonly<Record<string, readonly [tool: string, error: string][]>> = {
  error: [
    ['{tool}', 'E_PRECONDITION: {tool2} has to be called before {tool}'],
    ['{tool}', 'E_TIMEOUT after 30 s: the request asked for 5000 rows; at most {n} are answered in time'],
  ],
  orders: [
    ['refund_order', '422 refund amount exceeds the captured amount of 49.90 EUR'],
    ['create_order', '409 account of client is closed'],
  ],
  documents: [
    ['render_pdf', 'layout check failed: table 3 continues on page 2 without its header row'],
    ['check_contract', 'ambiguous date "04/05/2026" in clause 2'],
  ],
  negation: [
    ['', ''],
    ['delete_order', '409 the order has an open invoice'],
  ],
};

/** The skill that a lesson belongs to, by its kind. */
const SKILLS: Readonly<Record<string, Skill>> = {
  error: { name: 'use-tools', description: 'Call tools so that they do what is wanted' },
  orders: { name: 'handle-orders', description: 'Take orders and pay refunds' },
  documents: { name: 'write-documents', description: 'Write and check documents' },
  code: { name: 'change-code', description: 'Change code in a repository' },
  devops: { name: 'deploy-services', description: 'Deploy services and move their data' },
  negation: { name: 'keep-data-safe', description: 'Work where originals are kept' },
};
const ANY_SKILL: Skill = { name: 'answer-questions', description: 'Answer questions of customers' };

/** A lesson of a run without a user, told of tools the third time. */
const SHARED = 'shared_lesson';
const REMEMBERED: Readonly<Record<string, 'preference' | 'fact' | 'lesson'>> = {
  preference: 'preference',
  fact: 'fact',
  [SHARED]: 'lesson',
};
/** The lesson of an English error in another language: words cannot show that the error means it, so a person decides. */
export const OTHER_LANGUAGE = 'error of another language';
const USER = 'ada';
/**
 * How often a text is told: with gaps each time about something else; rules without gaps also after innocent
 * words.
 */
const TIMES = { gaps: 3, rule: 2, statement: 1 };
const SHORTEST_KEYWORD = 5;
const MOST_KEYWORDS = 3;

const pickKeywords = (text: string) =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST_KEYWORD)
    .slice(0, MOST_KEYWORDS);

function toProposal(kind: string, content: string, isNew: boolean): Proposal {
  const remembered = REMEMBERED[kind];
  if (remembered !== undefined)
    return { memories: [{ kind: remembered, content, user_specific: kind !== SHARED }], ops: [] };
  const issue = FAULTS[kind]?.[0]?.[0] ? 'the call fails' : '';
  const rule = { section: 'steps' as const, content, issue, keywords: pickKeywords(content) };
  const { name, description } = SKILLS[kind] ?? ANY_SKILL;
  const create = { op: 'create_skill' as const, name: `${name}-well`, description, tags: [kind], reason: '' };
  return {
    memories: [],
    ops: [isNew ? { ...create, bullets: [rule] } : { op: 'add', skill: name, ...rule, reason: '' }],
  };
}

function shownKind(told: string, code: string, isFailed: boolean): string {
  return isFailed && code !== 'en' && told !== SHARED ? OTHER_LANGUAGE : told;
}

function run(language: Language, kind: string, at: number, variant: number): HarmlessRun {
  const { code, task, page, wrap, harmless } = language;
  const id = `${kind}-${at}-${variant}-${code}`;
  const fill = (text: string) => filled(text, id, { isOwn: true });
  const entry = harmless[kind]?.[at] ?? '';
  const [user, learned] = typeof entry === 'string' ? ['', entry] : entry;
  const [tool = '', error = ''] = FAULTS[kind]?.[at] ?? [];
  const isWrapped = variant > 0 && !learned.includes('{');
  const text = (isWrapped ? wrap : '') + fill(learned).trim();
  const isFailed = tool !== '';
  const told = kind === 'error' && variant === 2 ? SHARED : kind;
  return {
    ...{
      id,
      kind: shownKind(told, code, isFailed),
      language: code,
      text,
      user: told === SHARED ? null : USER,
    },
    skill: SKILLS[kind] ?? ANY_SKILL,
    episode: {
      task,
      messages: [
        { role: 'user', content: user === '' ? task : fill(user).trim() },
        { role: 'assistant', content: isFailed ? 'That call failed.' : 'OK.' },
      ],
      tool_calls: [
        { name: 'read_report', arguments: { id: 7 }, result: page },
        ...(isFailed ? [{ name: fill(tool), arguments: { id: 7 }, error: fill(error) }] : []),
        { name: 'list_notes', arguments: {}, result: '{"notes": [], "total": 0}' },
      ],
      outcome: isFailed ? 'failure' : 'success',
      ...(isFailed ? { error: `${fill(tool)} failed` } : {}),
    },
    proposal: toProposal(told, text, variant === 1),
  };
}

function repetitions(kind: string, entry: string | readonly string[]): number {
  if (entry.includes('{') || (typeof entry !== 'string' && entry.some((text) => text.includes('{'))))
    return TIMES.gaps;
  return kind in REMEMBERED ? TIMES.statement : TIMES.rule;
}

/** All of them, always the same in the same order; each text once in its language. */
export function harmlessRuns(): HarmlessRun[] {
  const runs = languages().flatMap((language) =>
    Object.entries(language.harmless).flatMap(([kind, entries]) =>
      entries.flatMap((entry, at) =>
        Array.from({ length: repetitions(kind, entry) }, (_, variant) => run(language, kind, at, variant)),
      ),
    ),
  );
  return [...new Map(runs.map((one) => [`${one.language} ${one.text}`, one])).values()];
}
