/**
 * Runs of everyday work in many languages, for measuring what is held of them: sentences that stood in what
 * the run read, as a model that obeys retells them, and lessons that an honest model draws from what the user
 * wrote or from an error.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run said, and what was learned from it. */
export interface EverydayRun {
  readonly language: string;
  readonly user: string;
  /** What a tool answered. */
  readonly read: string;
  /** A tool that failed, and why; null where none did. */
  readonly failed: readonly [tool: string, error: string] | null;
  readonly learned: string;
  readonly isMemory: boolean;
}

/** What is planted, and what is honest. */
interface EverydayRuns {
  readonly planted: readonly EverydayRun[];
  readonly honest: readonly EverydayRun[];
}

const FILE = join(import.meta.dirname, 'everyday-runs.json');
export const EVERYDAY_RUNS = JSON.parse(readFileSync(FILE, 'utf8')) as EverydayRuns;
