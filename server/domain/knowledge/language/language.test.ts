/** Requests in other languages find skills in the same one, and English is read as before. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { analyze, compoundParts, detectLanguage } from '../analyze.ts';
import { COMMON_STEMS } from '../background-table.ts';
import { buildMemoryIndex } from '../memory-index.ts';
import { rankMemories } from '../rank-memories.ts';
import { rankSkills } from '../rank-skills.ts';
import { buildSkillIndex } from '../skill-index.ts';
import { STOP_WORDS } from './function-words.ts';

interface Sample {
  skills: { name: string; description: string; bullets: string[]; requests: string[] }[];
  far: string[];
}

function readSample(language: string): Sample {
  const file = new URL(`../../../testing/samples/languages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The default minimum of a recall. */
const SERVED = 0.12;

/** The requests of which the right skill is the first, and how often another one is served too, or one for no request of these. */
function measure({ skills, far }: Sample) {
  const index = buildSkillIndex(skills.map((skill) => ({ ...skill, id: skill.name, tags: [] })));
  const ranked = skills.flatMap(({ name, requests }) =>
    requests.map((request) => ({ name, found: rankSkills([index], request) })),
  );
  const isWrong = (served: { id: string; score: number }, name: string) =>
    served.score >= SERVED && served.id !== name;
  return {
    requests: ranked.length,
    first: ranked.filter(({ name, found }) => found[0]?.id === name).length,
    wrong: ranked.filter(({ name, found }) => found.some((one) => isWrong(one, name))).length,
    far: far.filter((request) => rankSkills([index], request).some(({ score }) => score >= SERVED)).length,
  };
}

const memory = (id: string, content: string, userId: string | null = null) => ({
  ...{ id, content, userId, createdAt: '2026-01-01T00:00:00.000Z', kind: 'fact' as const },
});

describe('another language', () => {
  it.each([
    { language: 'german', first: 30 },
    { language: 'french', first: 30 },
    { language: 'spanish', first: 30 },
    { language: 'portuguese', first: 29 },
    { language: 'chinese', first: 30 },
    { language: 'japanese', first: 30 },
  ])('finds skills in $language', ({ language, first }) => {
    expect(measure(readSample(language))).toEqual({ requests: 30, first, wrong: 0, far: 0 });
  });

  it.each([
    { language: 'deu', one: 'Die Rechnungen wurden storniert', other: 'Wir stornieren die Rechnung' },
    { language: 'fra', one: "L'entrepôt de la ville", other: 'Les entrepôts et les villes' },
    { language: 'spa', one: 'La devolución de los pedidos', other: 'Las devolucion del pedido para ellos' },
    { language: 'por', one: 'As versões dos manuais', other: 'A versao do manual não é uma versão' },
  ])('brings the forms of a word together: $one', ({ language, one, other }) => {
    expect([detectLanguage(one), detectLanguage(other)]).toEqual([language, language]);
    expect(new Set(analyze(other, detectLanguage(other)))).toEqual(
      new Set(analyze(one, detectLanguage(one))),
    );
  });

  it.each([
    { compound: 'Bestellnummer', known: ['bestell', 'numm'], parts: ['bestell', 'numm'] },
    { compound: 'Arzttermin', known: ['termin'], parts: ['termin'] },
    { compound: 'Drucker', known: ['druck'], parts: [] },
    { compound: `${'Donau'.repeat(7)}termin`, known: ['termin'], parts: [] },
  ])('reads the compound $compound by the parts that texts have', ({ compound, known, parts }) => {
    expect(compoundParts(compound, (term) => known.includes(term))).toEqual(parts);
  });

  it('finds a skill by a compound of its words, and none by a part of an English word', () => {
    const skill = (id: string, description: string) => ({ id, name: id, description, tags: [], bullets: [] });
    const index = buildSkillIndex([
      skill('vertrag-kuendigen', 'Kündigt einen Vertrag mit einem Anbieter'),
      skill('shot-list', 'Plan each shot of a film'),
    ]);
    expect(rankSkills([index], 'Vertragskündigung')[0]?.name).toBe('vertrag-kuendigen');
    expect(rankSkills([index], 'take the screenshot of the page')).toEqual([]);
  });

  it('tries the stems of each language for a request without function words', () => {
    const index = buildMemoryIndex([
      memory('invoices', 'Die Rechnungen werden am Ende des Monats verschickt'),
      memory('other', 'Der Drucker steht im zweiten Stock bei der Küche'),
    ]);
    expect(rankMemories([index], 'Rechnung verschicken', { userId: null })[0]?.id).toBe('invoices');
  });

  it("reads a request alike whatever other users' memories say", () => {
    const own = memory('own', 'Die Rechnungen werden am Ende des Monats verschickt', 'u-1');
    const others = memory('others', 'Rechnung verschicken', 'u-2');
    const ranked = [[own], [own, others]].map((memories) =>
      rankMemories([buildMemoryIndex(memories)], 'Rechnung verschicken', { userId: 'u-1' }),
    );
    expect(ranked[1]).toEqual(ranked[0]);
    expect(ranked[0]).toHaveLength(1);
  });
});

describe('English', () => {
  const content = Object.values(COMMON_STEMS).flatMap((stems) => stems.trim().split(/\s+/));
  const word = fc.oneof(fc.constantFrom(...STOP_WORDS), fc.constantFrom(...content));

  it('has the same terms with its language as without', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 60 }), (words) => {
        const text = `the ${words.join(' ')} is of that`;
        expect(analyze(text, detectLanguage(text))).toEqual(analyze(text));
      }),
      { numRuns: cases(500) },
    );
  });

  it.each([
    'Las Vegas',
    'Book a table for José at La Dolce Vita',
    'Deploy the über service to production',
    'Translate "die Rechnung ist da" for the team into English',
  ])('reads names and quotations in it as before: %s', (text) => {
    expect(analyze(text, detectLanguage(text))).toEqual(analyze(text));
  });
});
