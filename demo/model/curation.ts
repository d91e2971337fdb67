/** What the stand-in model makes of lessons: rules 6 and 7 of model.ts. */
import type { RawAnswer } from '../../server/domain/learning/answers.ts';
import { type Fields, parseBlocks, recordsUnder, textField } from './reading.ts';

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
    const better = form === 'remedy' ? `Call ${key} first. ${textField(about, 'content')}` : content;
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
