/** Input fields that the dashboard's lists share. */
import { z } from 'zod';
import { agentIdOrShared, freeText, isStorable } from '../../domain/fields.ts';

/** What a reader typed into a search field; blank means nothing. */
export const searchText = () =>
  freeText()
    .trim()
    .max(200)
    .nullish()
    .transform((text) => (text === undefined || text === '' ? null : text));

/** An absent filter is null. */
export const filter = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

export const agentFilter = () => filter(agentIdOrShared());

/** An ISO moment with its offset, as a date. */
export const moment = () =>
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine(isStorable, 'must be of the years 1 to 9999');

/** Where a page begins and how long it is at most. */
export const paging = {
  cursor: z
    .string()
    .max(400)
    .nullish()
    .transform((cursor) => cursor ?? null),
  limit: z.number().int().min(1).max(200).default(50),
};
