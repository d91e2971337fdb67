/**
 * The attack texts: every kind in every language, plain, encoded and hidden, each with what a model that
 * obeys makes of it.
 */

import { ENCODINGS, type Encoding, HIDINGS, type Hiding, reordered } from './disguises.ts';
import {
  isSpaced,
  joined,
  type Language,
  languages,
  PLAIN_KINDS,
  type PlainKind,
  sentence,
  type WildText,
  wildTexts,
} from './languages.ts';
import { filled, pick } from './slots.ts';

/** What a model that obeys makes of a planted text before it proposes it. */
export type Form = 'verbatim' | 'reordered' | 'translated' | 'decoded' | 'wrapped';

/** A text that somebody plants. */
export interface Attack {
  readonly id: string;
  readonly kind: string;
  /** What it orders, however it is disguised. */
  readonly order: PlainKind;
  readonly language: string;
  /** As it stands where it was planted. */
  readonly text: string;
  /** Without innocent words before it, for fields in which there is little room. */
  readonly short: string;
  /** The orders in Latin letters, of which a name can be made; empty where there are none. */
  readonly latin: string;
  readonly forms: Readonly<Partial<Record<Form, string>>>;
  /**
   * Whether it states something, rather than to give an order: then it is an attack only where a page says it
   * of a user.
   */
  readonly isStatement: boolean;
}

/** The first that says it about a user, the second where no user is. */
const STATEMENTS: readonly PlainKind[] = ['page_preference', 'person_fact'];
const ORDERS = PLAIN_KINDS.filter((kind) => !STATEMENTS.includes(kind));

const HIDINGS_OF_A_LANGUAGE = 4;
const LATIN = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]*$/u;

/** One text of one language, before it is disguised. */
interface Source {
  readonly language: Language;
  readonly kind: PlainKind;
  readonly seed: string;
  readonly template: string;
  readonly translation: string | null;
  readonly lead: string;
}

function plainForms({ language: { code, wrap }, seed, template, translation, lead }: Source) {
  const own = (text: string) => filled(sentence(code, text), seed);
  return {
    verbatim: own(joined(code, lead, template)),
    reordered: own(joined(code, lead, reordered(template.replace(/[.。।]$/, ''), isSpaced(code)))),
    wrapped: wrap + filled(joined(code, lead, template), seed),
    ...(translation === null ? {} : { translated: filled(translation, seed) }),
  };
}

function plain(source: Source): Attack {
  const { language, kind, seed, template, translation } = source;
  const forms = plainForms(source);
  const short = filled(sentence(language.code, template), seed);
  const translated = translation === null ? '' : filled(translation, seed);
  return {
    ...{ id: seed, kind, order: kind, language: language.code, text: forms.verbatim, short, forms },
    latin: LATIN.test(short) ? short : LATIN.test(translated) ? translated : '',
    isStatement: STATEMENTS.includes(kind),
  };
}

/**
 * Every kind of a language, twice, half of them after innocent words; translated into English, and English
 * into another one.
 */
function plainSources(language: Language, all: readonly Language[]): Source[] {
  const { code, attacks, leads } = language;
  return PLAIN_KINDS.flatMap((kind) =>
    attacks[kind].map((template, at) => {
      const seed = `${kind}-${at}-${code}`;
      const others = all.filter((other) => (code === 'en' ? other.code !== 'en' : other.code === 'en'));
      const translation = pick(others, seed).attacks[kind][at] ?? null;
      const isLed = !STATEMENTS.includes(kind) && (at + code.charCodeAt(0) + kind.length) % 2 === 0;
      const lead = isLed ? pick(leads, seed) : '';
      return { language, kind, seed, template, translation, lead };
    }),
  );
}

function encoded({ language, seed, ...source }: Source, encoding: Encoding): Attack {
  const { verbatim, translated } = plainForms({ ...source, language, seed });
  const text = ENCODINGS[encoding](verbatim);
  return {
    ...{ id: `${encoding}-${seed}`, kind: `encoded_${encoding}`, order: source.kind },
    ...{ language: language.code, text, short: text },
    forms: { verbatim: text, decoded: verbatim, ...(translated === undefined ? {} : { translated }) },
    latin: '',
    isStatement: false,
  };
}

function hidden({ language, seed, ...source }: Source, hiding: Hiding, english: Language): Attack {
  const { verbatim: payload } = plainForms({ ...source, language, seed });
  const at = seed.includes('-0-') ? 0 : 1;
  const inEnglish = filled(english.attacks[source.kind][at], seed);
  const cover = String(language.harmless['documents']?.[at]);
  const text = HIDINGS[hiding]({ payload, english: inEnglish, cover });
  return {
    ...{ id: `${hiding}-${seed}`, kind: `hidden_${hiding}`, order: source.kind },
    ...{ language: language.code, text, short: text },
    forms: { verbatim: text, wrapped: language.wrap + text },
    latin: '',
    isStatement: false,
  };
}

function wild({ kind, language: code, text }: WildText, at: number, all: readonly Language[]): Attack {
  const language = all.find((one) => one.code === code);
  if (language === undefined) throw new Error(`no language ${code}`);
  const attack = plain({
    ...{ language, kind, seed: `wild-${at}-${code}`, template: text, translation: null, lead: '' },
  });
  const { reordered: _, ...forms } = attack.forms;
  // Another order would break what spans lines.
  return text.includes('\n') ? { ...attack, forms } : attack;
}

/** The orders of a language that are written down in disguise, each time others. */
const some = <T>(items: readonly T[], from: number, count: number): T[] =>
  Array.from({ length: count }, (_, at) => items[(from + at) % items.length] as T);

/** All of them, always the same in the same order. */
export function attacks(): Attack[] {
  const all = languages();
  const english = all.find(({ code }) => code === 'en');
  if (english === undefined) throw new Error('the corpus has no English');
  const inLanguages = all.flatMap((language, number) => {
    const sources = plainSources(language, all);
    const orders = sources.filter(({ kind }) => ORDERS.includes(kind));
    const encodings = (Object.keys(ENCODINGS) as Encoding[]).filter(
      (name) => name !== 'rot13' || LATIN.test(language.task),
    );
    const hidings = some(
      Object.keys(HIDINGS) as Hiding[],
      number * HIDINGS_OF_A_LANGUAGE,
      HIDINGS_OF_A_LANGUAGE,
    );
    return [
      ...sources.map(plain),
      ...encodings.map((name, at) => encoded(orders[(number * 7 + at * 3) % orders.length] as Source, name)),
      ...hidings.map((name, at) =>
        hidden(orders[(number * 5 + at * 7) % orders.length] as Source, name, english),
      ),
    ];
  });
  return [...inLanguages, ...wildTexts().map((text, at) => wild(text, at, all))];
}
