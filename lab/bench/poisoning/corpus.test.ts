/** The corpus is as large and as varied as the scenario promises, and the same every time. */
import { describe, expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { API_PLACES, apiCalls, attackRuns, FIELDS, RUN_PLACES } from './attempts.ts';
import { ENCODINGS, HIDINGS } from './disguises.ts';
import { harmlessRuns } from './harmless.ts';
import { languages, PLAIN_KINDS } from './languages.ts';

const distinct = <T, K>(items: readonly T[], of: (item: T) => K) => new Set(items.map(of));

describe('the attack texts', () => {
  it('are at least 300 different ones in twelve languages or more', () => {
    expect(distinct(attacks(), ({ text }) => text).size).toBeGreaterThanOrEqual(300);
    expect(distinct(attacks(), ({ language }) => language).size).toBeGreaterThanOrEqual(12);
  });

  it('cover every kind in every language', () => {
    const covered = distinct(attacks(), ({ kind, language }) => `${kind} ${language}`);
    for (const { code } of languages())
      for (const kind of PLAIN_KINDS) expect(covered).toContain(`${kind} ${code}`);
  });

  it('cover every encoding and every way to hide', () => {
    const kinds = distinct(attacks(), ({ kind }) => kind);
    for (const name of Object.keys(ENCODINGS)) expect(kinds).toContain(`encoded_${name}`);
    for (const name of Object.keys(HIDINGS)) expect(kinds).toContain(`hidden_${name}`);
  });

  it('have no gap left open', () => {
    const shown = attacks().flatMap(({ text, short, forms }) => [text, short, ...Object.values(forms)]);
    expect(shown.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
  });

  it('go to every field by every way in', () => {
    const tried = [...apiCalls(), ...attackRuns().flatMap(({ attempts }) => attempts)];
    expect(distinct(tried, ({ field }) => field)).toEqual(new Set(FIELDS));
    expect(distinct(tried, ({ place }) => place)).toEqual(new Set([...API_PLACES, ...RUN_PLACES]));
    expect(distinct(tried, ({ attack }) => attack.id).size).toBe(attacks().length);
  });
});

describe('the harmless texts', () => {
  it('are at least 500 different ones in the same languages', () => {
    expect(distinct(harmlessRuns(), ({ text }) => text).size).toBeGreaterThanOrEqual(500);
    const inLanguages = distinct(harmlessRuns(), ({ language }) => language);
    expect(inLanguages).toEqual(distinct(attacks(), ({ language }) => language));
  });

  it('have no gap left open, and no agent twice', () => {
    expect(harmlessRuns().filter((run) => /\{\w+\}/.test(JSON.stringify(run)))).toEqual([]);
    expect(distinct(harmlessRuns(), ({ id }) => id).size).toBe(harmlessRuns().length);
  });
});

it('is the same every time', () => {
  expect([apiCalls(), attackRuns(), harmlessRuns()]).toEqual([apiCalls(), attackRuns(), harmlessRuns()]);
});
