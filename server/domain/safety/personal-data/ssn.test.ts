import fc from 'fast-check';
import { getCountrySpecifications } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { digitRuns } from './digit-runs.ts';
import { findIbans, findSsns } from './ssn.ts';

function ssnsIn(text: string): string[] {
  return [...digitRuns(text)].flatMap((run) => findSsns(run).map(({ start, end }) => text.slice(start, end)));
}

describe('findSsns', () => {
  it.each(['219-09-9998', '123 45 6789'])('finds %s', (ssn) => {
    expect(ssnsIn(`taxpayer ${ssn} filed`)).toEqual([ssn]);
  });

  it('finds other groupings where the text says what they are', () => {
    expect(ssnsIn('SSN: 123456789')).toEqual(['123456789']);
    expect(ssnsIn('social security number is 123-456789')).toEqual(['123-456789']);
  });

  it.each(['000-12-3456', '912-34-5678', '123-45-0000', '123456789', '1-123-45-6789'])(
    'finds none in %s, which is never issued or part of something else',
    (text) => {
      expect(ssnsIn(text)).toEqual([]);
    },
  );
});

const COUNTRIES = Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
  chars ? [[country, chars] as const] : [],
);

/** A number of the country's length with right check digits (ISO 13616). */
function ibanOf(country: string, length: number, seed: string): string {
  const account = seed.repeat(4).slice(0, length - 4);
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

const anyIban = fc
  .tuple(fc.constantFrom(...COUNTRIES), fc.stringMatching(/^[A-Z0-9]{10,30}$/))
  .map(([[country, length], seed]) => ibanOf(country, length, seed));

describe('findIbans', () => {
  it('finds a valid number of every country, in one piece and in groups of four', () => {
    fc.assert(
      fc.property(anyIban, (iban) => {
        const grouped = iban.replace(/(.{4})(?=.)/g, '$1 ');
        for (const written of [iban, grouped, grouped.replaceAll(' ', '-'), iban.toLowerCase()]) {
          expect(findIbans(`to ${written}.`)).toEqual([{ start: 3, end: 3 + written.length, kind: 'iban' }]);
        }
      }),
    );
  });

  it('finds none where one digit is wrong', () => {
    fc.assert(
      fc.property(anyIban, fc.integer({ min: 1, max: 9 }), (iban, step) => {
        const digit = (Number(iban[2]) + step) % 10;
        expect(findIbans(`${iban.slice(0, 2)}${digit}${iban.slice(3)}`)).toEqual([]);
      }),
    );
  });

  it.each(['UTF16LE', 'GB12', 'DE8937040044053201300', 'xDE89370400440532013000', 'QQ12 3456 7890'])(
    'finds none in %s',
    (text) => {
      expect(findIbans(text)).toEqual([]);
    },
  );
});
