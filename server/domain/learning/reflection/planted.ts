/**
 * The second guard against instructions planted in a run, beside the safety scan. The scan knows phrases;
 * anyone who plants one can find another. But what is planted must pass through the model, and a model that
 * obeys repeats it: so a rule in the very words of a run, or one that names an address, may be not what was
 * learned from the run but what the run said. It may still be right. A person decides.
 */

import type { Finding } from '../../safety/spans.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import { allSteps, type Steps } from '../../steps.ts';
import { addressesIn } from './addresses.ts';
import { isCopied, isCopiedAtLength, isSaidWhole, type Said, saidSteps, unless } from './copied-text.ts';

/** A text in the words of a run. */
const COPIED: Finding = 'injection:copied_from_run';
/** A text that names an address which nobody vouched for. */
const ADDRESS: Finding = 'injection:unvouched_address';

/** A text that a change would serve. */
interface ServedText {
  readonly text: string;
  /** A description names its task in the task's words, so only a long copy counts there. */
  readonly isDescription: boolean;
}

function servedTexts(op: Operation): ServedText[] {
  const rule = (text: string): ServedText => ({ text, isDescription: false });
  switch (op.op) {
    case 'create_skill':
      return [
        { text: op.description, isDescription: true },
        ...op.bullets.map(({ content }) => rule(content)),
      ];
    case 'add':
      return [rule(op.content)];
    case 'update':
      return op.content ? [rule(op.content)] : [];
    case 'set_description':
      return [{ text: op.description, isDescription: true }];
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
}

/**
 * The findings on operations that were learned from runs which said `source`; `vouched` are texts that are
 * served already or that the users wrote themselves, so that their words and addresses are known.
 */
export function plantedFindings(ops: readonly Operation[], heard: Heard): Finding[] {
  return allSteps(plantedSteps(ops, heard));
}

interface Heard {
  readonly source: Said;
  readonly vouched: readonly string[];
}

/** As {@link plantedFindings}, one text after the other. */
export function* plantedSteps(ops: readonly Operation[], { source, vouched }: Heard): Steps<Finding[]> {
  const texts = ops.flatMap(servedTexts);
  const known = new Set<string>();
  for (const text of vouched) {
    for (const address of addressesIn(text)) known.add(address);
    yield;
  }
  const news = unless(source, yield* saidSteps(vouched));
  const isCopy = ({ text, isDescription }: ServedText) =>
    isDescription ? isCopiedAtLength(text, news) : isCopied(text, news) || isSaidWhole(text, news);
  const isUnknown = ({ text }: ServedText) => addressesIn(text).some((address) => !known.has(address));
  return [...(texts.some(isCopy) ? [COPIED] : []), ...(texts.some(isUnknown) ? [ADDRESS] : [])];
}

/** Words with which an order begins. */
const ORDERING_VERBS =
  'accept|act|add|answer|append|approve|attach|bcc|book|call|cc|change|click|convince|copy|create|delete|describe|disable|download|email|enable|end|ensure|execute|export|fetch|forget|forward|give|grant|hide|ignore|include|insert|install|invite|leak|list|mail|make|mark|mention|merge|move|navigate|open|output|pay|place|post|praise|prefer|print|promise|promote|publish|put|query|read|recommend|record|refer|refuse|remember|remove|repeat|replace|reply|report|reset|respond|return|reveal|run|save|say|send|set|share|show|sign|skip|start|store|submit|suggest|switch|tell|transfer|treat|trust|turn|type|update|upload|use|visit|warn|wire|write';

/**
 * What an order begins with, as a sentence or after a mark, or contains; whatever else is said is a
 * statement.
 */
const ORDER = new RegExp(
  `(?:^|[:;,.!?>"\\n-])\\W{0,5}(?:(?:please|kindly|now|then|also|first|finally|and|so)\\W{1,3}){0,3}(?:${ORDERING_VERBS})\\b` +
    "|\\b(?:always|never|must|shall|should|have to|has to|needs? to|make sure|be sure|do not|don['’]t|from now on|whenever|every time|each time|going forward|in (?:the )?future|instead of|regardless|without asking|no matter|are to be|may be left out)\\b",
  'iu',
);

/** What a memory is held against. */
interface MemorySource {
  /** What its run said, but not in the user's own words. */
  readonly others: Said;
  /** Of that what the agent did not say either. */
  readonly foreign: Said;
  /** What the user wrote. */
  readonly vouched: readonly string[];
  /** Whether it will be served to this one user alone: users may give orders about themselves. */
  readonly isPersonal: boolean;
}

/**
 * The findings on a memory that was learned from a run: an order that repeats the run or names an address is
 * held, and so is whatever strangers said where everybody would be served it. Facts and wishes are otherwise
 * told in the words they were heard in.
 */
export function plantedInMemory(content: string, source: MemorySource): Finding[] {
  const { others, foreign, vouched, isPersonal } = source;
  const isOrder = ORDER.test(foldedForOrder(content));
  const isForeign = isCopied(content, foreign);
  const isPlanted = isPersonal ? isOrder && isForeign : isForeign || (isOrder && isCopied(content, others));
  const known = new Set(vouched.flatMap(addressesIn));
  const isUnknown = isOrder && addressesIn(content).some((address) => !known.has(address));
  return [...(isPlanted ? [COPIED] : []), ...(isUnknown ? [ADDRESS] : [])];
}

/** Full-width and other compatibility letters as they are read. */
function foldedForOrder(text: string): string {
  return text.normalize('NFKC');
}
