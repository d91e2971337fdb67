/**
 * Reads SKILL.md files without delaying other requests: a short one at once, a long one in a thread of the pool. Long ones
 * take turns, so that they keep one core busy at most.
 */
import PQueue from 'p-queue';
import {
  type About,
  type ReadBody,
  type ReadSkillMd,
  readSkillBody,
  readSkillMd,
} from '../../domain/skills/skill-md/parse.ts';
import { exportSkillMd, type StoredSkill } from '../../domain/skills/skill-md/render.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute, computeInPool, isOutOfMemory } from '../../platform/thread-pool.ts';

/** What is longer, by {@link sizeAsMarkdown}, is read in a thread: this takes some 40 ms at worst. */
const LONG = 20_000;

/** A line of blocks that begin and end with it takes as long as so many characters of prose. */
const CHARACTERS_A_LINE = 50;

/** About how many characters of prose take as long to read; a thousand take some 2 ms at worst, mostly a tenth of that. */
function sizeAsMarkdown(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length + lines * CHARACTERS_A_LINE;
}

const READ_DOCUMENT = { script: 'server/domain/skills/skill-md/parse.ts', run: readSkillMd };
const READ_BODY = { script: 'server/domain/skills/skill-md/parse.ts', run: readSkillBody };

/** A whole document: the skill and its layout, or why it cannot be imported. Throws 429 where too many wait. */
export async function readDocument(runtime: Runtime, tenant: string, markdown: string): Promise<ReadSkillMd> {
  if (sizeAsMarkdown(markdown) <= LONG) return readSkillMd(markdown);
  return await inThread(runtime, tenant, () => computeInPool(READ_DOCUMENT, [markdown]));
}

/** The body of a document: its rules and its layout. Throws 429 where too many wait. */
export async function readBody(
  runtime: Runtime,
  tenant: string,
  markdown: string,
  about: About,
): Promise<ReadBody> {
  if (sizeAsMarkdown(markdown) <= LONG) return readSkillBody(markdown, about);
  return await inThread(runtime, tenant, () => computeInPool(READ_BODY, [markdown, about]));
}

async function inThread<Result>(
  runtime: Runtime,
  tenant: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await readingTurns(runtime).take(tenant, read);
  } catch (error) {
    throw isOutOfMemory(error) ? new ServiceError('too_large', 'the document has too many parts') : error;
  }
}

/** A larger skill is written in a thread: what is written is read once, and at worst several times (some 50 ms for this). */
const LARGE = 6000;

const WRITING = {
  script: 'server/domain/skills/skill-md/render.ts',
  run: exportSkillMd,
};

/** The skill as a SKILL.md that imports again as the same rules. */
export async function exportDocument({
  name,
  description,
  tags,
  frontMatter,
  bullets,
}: StoredSkill): Promise<string> {
  const size = bullets.reduce((sum, { content, issue }) => sum + sizeAsMarkdown(content) + issue.length, 0);
  return await compute(WRITING, size > LARGE, { name, description, tags, frontMatter, bullets });
}

/** So many of a tenant may wait; each keeps its text in memory, and takes some seconds at worst. */
const MOST_WAITING = 16;
const RETRY_AFTER_SECONDS = 10;

interface ReadingTurns {
  /** Does `read` when its turn comes; throws 429 where too many of the tenant wait. */
  take<Result>(tenant: string, read: () => Promise<Result>): Promise<Result>;
}

export function readingTurns(runtime: Runtime): ReadingTurns {
  return runtime.once('document-reading', () => newTurns());
}

function newTurns(): ReadingTurns {
  const queue = new PQueue({ concurrency: 1 });
  const underWay = new Map<string, number>();
  return {
    async take(tenant, read) {
      const before = underWay.get(tenant) ?? 0;
      if (before > MOST_WAITING) {
        throw new ServiceError('rate_limited', 'too many long documents of this tenant are being read', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      underWay.set(tenant, before + 1);
      try {
        // The first of a tenant goes before the second of any other, and so on.
        return await queue.add(read, { priority: -before });
      } finally {
        const left = (underWay.get(tenant) ?? 1) - 1;
        if (left === 0) underWay.delete(tenant);
        else underWay.set(tenant, left);
      }
    },
  };
}
