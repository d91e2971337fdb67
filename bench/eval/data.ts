/**
 * Finds and reads the evaluation data. It is real text under many licences, so it stays outside the repository and is
 * only ever read from the folder that EVAL_DIR names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The data is not there; the message is one line for the person who started the evaluation. */
export class MissingData extends Error {}

/** The folder of the data and which half of it is used. */
export interface EvalData {
  readonly split: string;
  /** An absolute path in the folder. */
  path(...parts: string[]): string;
}

/** Opens the folder that EVAL_DIR names. Throws {@link MissingData} where there is none. */
export function openData(split: string): EvalData {
  const folder = process.env.EVAL_DIR;
  if (folder === undefined || folder === '') {
    throw new MissingData(
      'EVAL_DIR is not set: it names the folder with the evaluation data (skills, memory and safety sets with their ' +
        'scorers), which is no part of this repository.',
    );
  }
  const path = (...parts: string[]) => resolve(join(folder, ...parts));
  for (const needed of [
    ['lib-lexical.mjs'],
    ['skills', 'corpus.jsonl'],
    ['skills', split, 'queries.jsonl'],
    ['memory', split],
    ['safety', split, 'cases.jsonl'],
  ]) {
    if (!existsSync(path(...needed))) {
      throw new MissingData(`EVAL_DIR=${folder} holds no evaluation data: ${join(...needed)} is missing.`);
    }
  }
  return { split, path };
}

/** A file of one JSON value a line; the caller knows their form. */
export function readLines<Row>(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
