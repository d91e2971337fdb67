/** What the person who starts the evaluation may choose. */
import { parseArgs } from 'node:util';
import type { Dialect } from '../../server/platform/db/migrations.ts';

const SECTION_NAMES = [
  'import',
  'cli',
  'skills',
  'memories',
  'safety',
  'injection',
  'linear',
  'otlp',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgresql'];

export const USAGE = `npm run eval -- [--only ${SECTION_NAMES.join(',')}] [--database ${DIALECTS.join('|')}] [--split dev] [--json <file>]`;

/** An option that means nothing; the message says which. */
export class BadOption extends Error {}

export interface Options {
  only: readonly SectionName[];
  database: Dialect;
  /** Which half of the data: the folder's name. */
  split: string;
  /** Where the figures go as JSON, if anywhere. */
  json: string | undefined;
}

const FORM = {
  only: { type: 'string' },
  database: { type: 'string', default: 'sqlite' },
  split: { type: 'string', default: 'dev' },
  json: { type: 'string' },
} as const;

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: FORM }).values;
  } catch (error) {
    throw new BadOption(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new BadOption(`--${option} ${value}: use ${allowed.join(', ')}`);
  return found;
}

/** Reads the arguments after the script's name. Throws {@link BadOption}. */
export function readOptions(args: string[]): Options {
  const { only, database, split, json } = parsed(args);
  const names = only?.split(',').map((name) => oneOf('only', name.trim(), SECTION_NAMES));
  return {
    only: names ?? SECTION_NAMES,
    database: oneOf('database', database, DIALECTS),
    split,
    json,
  };
}
