/**
 * Whether two records of a tool call's arguments can be of one call. A model's reply has them as an object; a
 * tool's span may have the value of the only argument, the object as text (also as Python writes it), or either
 * of them below a name of the framework's.
 */
import { isObject, unembedded } from './embedded-json.ts';

/** A call is wrapped a few times at most: by its framework and as text. */
const MOST_FORMS = 5;

/**
 * The arguments as texts that can be compared, from what was recorded to the value of the only argument; empty
 * where they are not known.
 */
export function argumentForms(sent: unknown): readonly string[] {
  const forms: string[] = [];
  let value: unknown = sent ?? undefined;
  while (value !== undefined && forms.length < MOST_FORMS) {
    const read = readText(value);
    forms.push(canonical(read));
    value = onlyValue(read);
  }
  return forms;
}

/** Whether both are known and one of them is the other in some form. */
export function isSameInSomeForm(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a[0], b[0]];
  return first !== undefined && second !== undefined && (a.includes(second) || b.includes(first));
}

/** A JSON value as text that does not depend on the order of its fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

/** What a text holds; a number, a truth value and their texts are the same. */
function readText(value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'object' ? value : String(value);
  if (/^\s*"/.test(value)) return jsonText(value);
  return readLiteral(value);
}

/** The object or list that a text holds, in JSON or as Python writes it; any other value as it is. */
export function readLiteral(value: unknown): unknown {
  const read = unembedded(value);
  return typeof read === 'string' ? unembedded(pythonAsJson(read)) : read;
}

function jsonText(text: string): unknown {
  try {
    return readText(JSON.parse(text));
  } catch {
    // A text that only begins with a quote is as it is.
    return text;
  }
}

function onlyValue(value: unknown): unknown {
  const values = isObject(value) ? Object.values(value) : [];
  return values.length === 1 ? (values[0] ?? undefined) : undefined;
}

/** A text of Python in either kind of quotes, or what is between two. */
const PYTHON_PIECE = /'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|[^'"]+/gsy;
const PYTHON_ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs;
const PYTHON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A dict or a list as Python writes it, in JSON; any other text as it is. */
function pythonAsJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let json = '';
  let end = 0;
  for (const [piece, single, double] of text.matchAll(PYTHON_PIECE)) {
    const quoted = single ?? double;
    json +=
      quoted === undefined
        ? piece.replaceAll(/\b(?:True|False|None)\b/g, (word) => PYTHON_WORDS[word] ?? word)
        : JSON.stringify(unescaped(quoted));
    end += piece.length;
  }
  return end === text.length ? json : text;
}

function unescaped(text: string): string {
  return text.replaceAll(PYTHON_ESCAPE, (_, byte, unit, point, char) => {
    const code = Number.parseInt(byte ?? unit ?? point, 16);
    if (char !== undefined) return CONTROLS[char] ?? char;
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
