/**
 * Reads SKILL.md files without holding anybody up: a short one in steps, a long one, a line of which may be one long
 * step, in a thread of its own. Long ones take turns, so that they keep one core busy at most.
 */
import PQueue from 'p-queue';
import {
  type About,
  bodyDocumentSteps,
  type ReadBody,
  type ReadSkillMd,
  skillDocumentSteps,
} from '../../domain/skills/skill-md/parse.ts';
import { runThread } from '../../platform/run-thread.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeSteps } from '../../platform/take-steps.ts';

/** Beyond so many characters, starting a thread costs less than what it spares the others. */
const LONG = 20_000;

/** What the thread reads: a body where it is told whose. */
export interface ReadingOrder {
  markdown: string;
  about: About | null;
}

/** A whole document: the skill and its layout, or why it cannot be imported. */
export async function readDocument(runtime: Runtime, markdown: string): Promise<ReadSkillMd> {
  if (markdown.length <= LONG) return await takeSteps(skillDocumentSteps(markdown));
  return await inThread<ReadSkillMd>(runtime, { markdown, about: null });
}

/** The body of a document: its rules and its layout. */
export async function readBody(runtime: Runtime, markdown: string, about: About): Promise<ReadBody> {
  if (markdown.length <= LONG) return await takeSteps(bodyDocumentSteps(markdown, about));
  return await inThread<ReadBody>(runtime, { markdown, about });
}

async function inThread<Result>(runtime: Runtime, order: ReadingOrder): Promise<Result> {
  const turns = runtime.once('document-reading', () => new PQueue({ concurrency: 1 }));
  return await turns.add(() =>
    runThread<Result>('server/skills/documents/reading-thread.ts', order, { staysFor: true }),
  );
}
