/** The findings on operations, worked out without holding anybody up. */
import type { Finding } from '../../../domain/safety/spans.ts';
import { describeHold, findingsIn, rulesOf, textsOf } from '../../../domain/skills/changesets/findings.ts';
import type { Operation } from '../../../domain/skills/changesets/ops.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { compute } from '../../../platform/thread-pool.ts';
import { inTurns } from '../../../platform/turns.ts';

/** Texts with more characters are looked at in a thread: a thousand take 2 ms, 4 ms at worst. */
const LARGE = 10_000;

const FINDINGS = 'server/domain/skills/changesets/findings.ts';
const FINDING = { script: FINDINGS, run: findingsIn };
const EXPLAINING = { script: FINDINGS, run: describeHold };

/** What scan and lint say of operations together. */
export async function findFindings(
  { config: { learning } }: Runtime,
  ops: readonly Operation[],
): Promise<Finding[]> {
  const texts = textsOf(ops);
  return await compute(FINDING, texts.texts.length + texts.rest.length > LARGE, texts, learning);
}

/** What they say of each operation by itself, in the order of the operations. */
export async function findFindingsByOp(runtime: Runtime, ops: readonly Operation[]): Promise<Finding[][]> {
  const found: Finding[][] = [];
  for await (const op of inTurns(ops)) found.push(await findFindings(runtime, [op]));
  return found;
}

/** What holds a change, in a sentence for each finding; empty where nothing does. */
export async function explainHold(ops: readonly Operation[], findings: readonly Finding[]): Promise<string> {
  const rules = rulesOf(ops);
  const characters = rules.reduce((sum, { length }) => sum + length, 0);
  return await compute(EXPLAINING, characters > LARGE, rules, findings);
}
