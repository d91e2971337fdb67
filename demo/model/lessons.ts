/** What the stand-in model takes from one run: rules 1 to 5 of model.ts. */
import type { RawAnswer } from '../../server/domain/learning/answers.ts';
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
  const content = `Call \`${cure}\` ahead of \`${tool}\`, which fails otherwise.`;
  return { skill: findSkill(rules, tool), content, issue: `${tool} fails` };
}

function shortcut({ isGood, said, block, rules }: Shown): Taught | null {
  const spared = /\bLeaving out (\w+_\w+) saved\b/i.exec(said)?.[1];
  if (!isGood || spared === undefined) return null;
  const tool = textField(
    block.records.findLast((record) => 'tool' in record),
    'tool',
  );
  const content = `Go straight to \`${tool}\` and leave out \`${spared}\`: the result is there sooner.`;
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
