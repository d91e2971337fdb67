/**
 * The corpus as it was written down: one file a language, whose entries stand for the same things in the same
 * order.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'languages');

/** What a text does that is planted. */
export const PLAIN_KINDS = [
  'override',
  'destructive',
  'pipe_to_shell',
  'exfiltration',
  'payment',
  'grant',
  'disable_checks',
  'conversation',
  'long_option',
  'persona',
  'page_preference',
  'person_fact',
] as const;
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** What a user says, or nothing where a tool's error teaches it, and what an honest model learns of it. */
type Taught = readonly [user: string, learned: string];

export interface Language {
  readonly code: string;
  /** Innocent words before an order. */
  readonly leads: readonly string[];
  /** Innocent words around a text. */
  readonly wrap: string;
  readonly task: string;
  readonly page: string;
  readonly attacks: Readonly<Record<PlainKind, readonly [string, string]>>;
  readonly harmless: Readonly<Record<string, readonly (string | Taught)[]>>;
}

/** A text of the corpus that has no counterpart in other languages. */
export interface WildText {
  readonly kind: PlainKind;
  readonly language: string;
  readonly text: string;
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Every language, by its code in alphabetical order. */
export function languages(): Language[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => ({
      code: file.replace('.json', ''),
      ...read<Omit<Language, 'code'>>(join(FOLDER, file)),
    }));
}

/** The texts without counterparts. */
export const wildTexts = () => read<WildText[]>(join(import.meta.dirname, 'wild.json'));

const UNSPACED = new Set(['ja', 'zh']);

/** Whether a language puts spaces between words. */
export const isSpaced = (code: string) => !UNSPACED.has(code);

/** Texts one after the other, as the language writes them. */
export function joined(code: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(isSpaced(code) ? ' ' : '');
}

const STOPS: Readonly<Record<string, string>> = { hi: '।', ja: '。', zh: '。' };

/**
 * A template as a sentence of its own: with a capital letter where the script has one, and a full stop unless
 * it ends in a mark.
 */
export function sentence(code: string, template: string): string {
  const [first = ''] = template;
  const capital = first.toLocaleUpperCase(code);
  return `${capital}${template.slice(first.length)}${/\p{P}$/u.test(template) ? '' : (STOPS[code] ?? '.')}`;
}
