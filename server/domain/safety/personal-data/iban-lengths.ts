/**
 * How many characters a bank account number has in each country (the IBAN registry). In a file of its own, as the bundle of the
 * client's command line has the numbers instead of the package (`scripts/bundle-client.mjs`).
 */
import { getCountrySpecifications } from 'ibantools';

export const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars] as const],
  ),
);
