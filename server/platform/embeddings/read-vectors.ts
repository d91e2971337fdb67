/**
 * What an endpoint answered, believed only as far as it fits what was asked: one vector for each text, all of one size and each with
 * a direction. One wrong vector would be served from for as long as its text stays the same.
 */
import { unitVector, type Vector } from '../../domain/knowledge/vector.ts';
import { EmbeddingsError } from './endpoint.ts';

/** Larger vectors than any model has. */
export const MOST_DIMENSIONS = 8192;

const wrong = (what: string) => new EmbeddingsError('unavailable', `the reply ${what}`);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads a reply to `count` texts, in their order. Throws an unavailable {@link EmbeddingsError} where it does not fit. */
export function readVectors(text: string, count: number): Vector[] {
  const data = readData(text);
  if (data.length !== count) throw wrong(`has ${data.length} vectors for ${count} texts`);
  const vectors = new Map<number, Vector>();
  data.forEach((item: unknown, place) => {
    if (!isRecord(item)) throw wrong('has no list of vectors');
    const { index = place, embedding } = item;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count) {
      throw wrong('names a text that was not sent');
    }
    if (vectors.has(index)) throw wrong('names a text twice');
    vectors.set(index, readVector(embedding));
  });
  const inOrder = [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
  const size = inOrder[0]?.length;
  if (inOrder.some((vector) => vector.length !== size)) throw wrong('has vectors of different sizes');
  return inOrder;
}

function readData(text: string): unknown[] {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw wrong('is no JSON');
  }
  if (!isRecord(reply) || !Array.isArray(reply['data'])) throw wrong('has no list of vectors');
  return reply['data'];
}

function readVector(embedding: unknown): Vector {
  if (!Array.isArray(embedding) || embedding.length > MOST_DIMENSIONS) throw wrong('has a vector of no size');
  const isNumbers = embedding.every((number) => typeof number === 'number');
  const vector = isNumbers ? unitVector(embedding as number[]) : null;
  if (vector === null) throw wrong('has a vector without a direction');
  return vector;
}
