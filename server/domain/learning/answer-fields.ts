/** The kinds of field that model answers are made of, each with the bound that keeps an answer from growing without end. */
import { z } from 'zod';
import { freeText } from '../fields.ts';

/** Longest explanation, in UTF-16 code units. */
const MAX_PROSE = 4000;

/** `schema`, or `fallback` where a model leaves the field out or says null. */
export function orElse<S extends z.ZodType>(schema: S, fallback: z.output<S>) {
  return schema.nullish().transform((value) => value ?? fallback);
}

/** `schema`, or null where a model leaves the field out. */
export function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? null);
}

/** At most `max` items; none where a model leaves the field out. */
export function listOf<S extends z.ZodType>(schema: S, max: number) {
  return z
    .array(schema)
    .max(max)
    .nullish()
    .transform((items) => items ?? []);
}

/** Text of at most `max` characters; empty where it is left out. */
export const atMost = (max: number) =>
  freeText()
    .max(max)
    .nullish()
    .transform((text) => text ?? '');

/** A model's explanation; empty where it is left out. */
export const prose = () => atMost(MAX_PROSE);
