// Reads the Dockerfile, for the tests of the image: they run what it says.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

/**
 * The stages of the Dockerfile in order, each a list of instructions: `{ word: 'RUN', text: 'npm …' }`.
 * @returns {{ word: string, text: string }[][]}
 */
export function readStages() {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages = [];
  for (const line of lines) {
    const [, word, text] = /^(\w+) (.*)$/.exec(line);
    if (word === 'FROM') stages.push([]);
    stages.at(-1).push({ word, text });
  }
  return stages;
}

/**
 * What the instructions `word` of a stage say.
 * @param {{ word: string, text: string }[]} stage
 * @param {string} word
 * @returns {string[]}
 */
export const textsOf = (stage, word) => stage.filter((step) => step.word === word).map(({ text }) => text);

/**
 * The files of the project that `COPY . .` takes into the image.
 * @param {string[]} tracked
 * @returns {string[]}
 */
export function filesOfImage(tracked) {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const left = new Set(ignored.flatMap((pattern) => globSync(pattern, { cwd: root })));
  return tracked.filter((file) => !left.has(file) && !left.has(file.split('/')[0]));
}
