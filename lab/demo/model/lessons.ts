/** What the stand-in model takes from one run: rules 1 to 5 of model.ts. */
import type { RawAnswer } from '../../../server/domain/learning/answers.ts';
import { type Block, type Fields, parseBlocks, parseReward, recordsUnder, textField } from './reading.ts';

type Reflection = RawAnswer<'reflect'>;

/** A run as the prompt shows it. */
interface Shown {
  readonly block: Block;
  readonly failed: Fields | undefined;
  readonly isGood: boolean;
  readonly said: string;
  readonly rules: readonly Fields[];
}

const VAGUE_ONE_IN = 8;

/** Answers a prompt to reflect. */
export function reflection(prompt: string): Reflection {
  const blocks = parseBlocks(prompt);
  const block = blocks[0];
  if (block === undefined) throw new Error('the prompt shows no run');
  const shown: Shown = {
    block,
    failed: block.records.find((record) => 'tool' in record && 'error' in record),
    isGood: (parseReward(block) ?? 0) >= 0.5,
    said: block.records.findLast(({ role }) => role === 'user')?.['content']?.toString() ?? '',
    rules: recordsUnder(blocks, 'The rules that it was served'),
  };
  const lessons = [remedy(shown), shortcut(shown), vague(shown)].filter((lesson) => lesson !== null);
  return {
    summary: shown.isGood ? 'The run went well.' : `The run failed: ${textField(shown.failed, 'error')}`,
    tags: tags(shown),
    lessons: lessons.map((lesson) => ({ ...lesson, section: 'steps', keywords: [], episodes: [] })),
    memories: wish(shown),
  };
}

interface Taught {
  skill: string | null;
  content: string;
  issue: string;
}

function remedy({ isGood, failed, rules }: Shown): Taught | null {
  const cure = /\b(\w+_\w+) has to come first/.exec(textField(failed, 'error'))?.[1];
  if (isGood || cure === undefined) return null;
  const tool = textField(failed, 'tool');
  const about = findRule(rules, tool);
  const content =
    about === ''
      ? `Call \`${cure}\` ahead of \`${tool}\`, which fails otherwise.`
      : `Call \`${cure}\` first. ${about}`;
  return { skill: findSkill(rules, tool), content, issue: `${tool} fails` };
}

function shortcut({ isGood, said, block, rules }: Shown): Taught | null {
  const spared = /\bLeaving out (\w+_\w+) saved\b/i.exec(said)?.[1];
  if (!isGood || spared === undefined) return null;
  const tool = textField(
    block.records.findLast((record) => 'tool' in record),
    'tool',
  );
  const about = findRule(rules, spared);
  const quoted = about === '' ? '' : ` ("${about}")`;
  const content = `Go straight to \`${tool}\` and leave out \`${spared}\`${quoted}: the result is there sooner.`;
  return { skill: findSkill(rules, spared), content, issue: 'users wait too long' };
}

function vague({ isGood, failed, block, rules }: Shown): Taught | null {
  const error = textField(failed, 'error');
  if (isGood || error === '' || error.includes('has to come first')) return null;
  if (!oneIn(VAGUE_ONE_IN, block.head)) return null;
  const tool = textField(failed, 'tool');
  return {
    skill: findSkill(rules, tool),
    content: `Take more care with \`${tool}\`.`,
    issue: `${tool} fails`,
  };
}

/** The served rule about a tool: a lesson that repeats its words is decided on by the model, which then updates the rule. */
function findRule(rules: readonly Fields[], tool: string): string {
  return textField(
    rules.find((rule) => textField(rule, 'content').includes(`\`${tool}\``)),
    'content',
  );
}

/** The name of the served skill with a rule about a tool. */
function findSkill(rules: readonly Fields[], tool: string): string | null {
  return (
    textField(
      rules.find((rule) => textField(rule, 'content').includes(tool)),
      'skill',
    ) || null
  );
}

function wish({ said }: Shown): Reflection['memories'] {
  const wanted = /\bI prefer ([^.!?]+)[.!?]/.exec(said)?.[1];
  if (wanted === undefined) return [];
  return [{ kind: 'preference', content: `The user prefers ${wanted}.`, user_specific: true }];
}

function tags({ rules, isGood, failed, block }: Shown): Reflection['tags'] {
  const called = block.records.flatMap((record) =>
    typeof record['tool'] === 'string' ? [record['tool']] : [],
  );
  return rules.flatMap((rule) => {
    const content = textField(rule, 'content');
    const isFollowed = called.some((tool) => content.includes(tool));
    const isToBlame = failed !== undefined && content.includes(textField(failed, 'tool'));
    const verdict = isGood && isFollowed ? 'helpful' : !isGood && isToBlame ? 'harmful' : 'neutral';
    return [{ bullet: textField(rule, 'id'), verdict, reason: '' } as const];
  });
}

/** Whether a text is the one in so many, always the same for the same text. */
function oneIn(many: number, text: string): boolean {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % many === 0;
}

/** What the stand-in model makes of lessons: rules 6 and 7 of model.ts. */
type Curation = RawAnswer<'curate'>;
type Op = Curation['ops'][number];

/** A lesson in the model's own words, read back. */
interface Lesson {
  readonly content: string;
  readonly skill: string;
  /** What the lesson is about: rules and refusals that name it are about the same. */
  readonly key: string;
  /** The tool whose rule is to change. */
  readonly tool: string;
  readonly form: 'remedy' | 'shortcut' | 'vague';
}

const NOTHING: Curation = { rationale: 'Nothing is worth changing.', ops: [] };

/** Answers a prompt to curate. */
export function curation(prompt: string): Curation {
  const blocks = parseBlocks(prompt);
  const rules = recordsUnder(blocks, 'Skills as they are').filter((record) => 'rule' in record);
  const finished = [
    ...rules,
    ...recordsUnder(blocks, 'Changes that wait for review'),
    ...recordsUnder(blocks, 'Changes that were refused'),
  ].map((record) => textField(record, 'content'));
  const lessons = recordsUnder(blocks, 'Lessons').flatMap((record) => parseLesson(record) ?? []);
  const fresh = lessons.filter(({ key }) => !finished.some((content) => content.includes(key)));
  for (const lesson of fresh) {
    const op = opFor(lesson, rules);
    if (op !== null) return { rationale: RATIONALES[lesson.form](lesson), ops: [op] };
  }
  return NOTHING;
}

const RATIONALES = {
  remedy: ({ tool }: Lesson) =>
    `Runs fail because \`${tool}\` is called too early. The rule now says what it needs.`,
  shortcut: ({ tool }: Lesson) =>
    `Runs went well without \`${tool}\`, and users were glad to have the result sooner.`,
  vague: ({ tool }: Lesson) => `Runs fail in \`${tool}\`.`,
} as const;

function parseLesson(record: Fields): Lesson | null {
  const content = textField(record, 'content');
  const [first = '', second = ''] = [...content.matchAll(/`(\w+)`/g)].map(([, tool = '']) => tool);
  const skill = textField(record, 'skill');
  if (content.startsWith('Call '))
    return { content, skill, key: `\`${first}\``, tool: second, form: 'remedy' };
  if (content.startsWith('Go straight')) {
    return { content, skill, key: `leave out \`${second}\``, tool: second, form: 'shortcut' };
  }
  return { content, skill, key: content, tool: first, form: 'vague' };
}

function opFor({ content, skill, tool, form, key }: Lesson, rules: readonly Fields[]): Op | null {
  const about = rules.find((rule) => textField(rule, 'content').includes(`\`${tool}\``));
  const owner = textField(about, 'of') || skill;
  if (form !== 'vague' && about !== undefined) {
    const better =
      form === 'remedy'
        ? `Call ${key} first. ${textField(about, 'content')}`
        : content.replace(/ \(".*"\)/, '');
    return {
      op: 'update',
      skill: owner,
      bullet: textField(about, 'rule'),
      content: better,
      reason: 'Seen in runs.',
    };
  }
  const known = owner || textField(relative(tool, rules), 'of');
  if (known === '') return null;
  return {
    op: 'add',
    skill: known,
    section: 'steps',
    content,
    issue: '',
    keywords: [],
    reason: 'Seen in runs.',
  };
}

/** A rule that shares a word with the name of a tool, where none names the tool. */
function relative(tool: string, rules: readonly Fields[]): Fields | undefined {
  const nouns = tool.split('_');
  return rules.find((rule) => nouns.some((noun) => textField(rule, 'of').includes(noun.replace(/s$/, ''))));
}
