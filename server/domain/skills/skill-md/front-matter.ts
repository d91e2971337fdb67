/**
 * The front matter of a SKILL.md: YAML that other programs' loaders read too. Scalars are taken as the text
 * that the author wrote, fields that we do not use are kept for the next export, and every refusal says what
 * to change.
 */
import { type Document, isCollection, parseDocument, stringify, visit, type YAMLError } from 'yaml';
import { characterCount, isLongerThan } from '../../characters.ts';
import { cleanJson, skillName } from '../../fields.ts';
import { isHarmfulName, MAX_NAME_WORDS } from '../../safety/scan.ts';
import { HARMFUL_NAME } from '../skill-input.ts';

export interface FrontMatter {
  name: string;
  description: string;
  tags: string[];
  /** The mapping `metadata`, as it was. */
  metadata: Record<string, unknown>;
  /** Every other field (`license`, `allowed-tools`, …), as it was; JSON values. */
  extra: Record<string, unknown>;
}

/** Why a document cannot be imported: where, a code for programs, a sentence for people. */
export interface SkillMdProblem {
  field: 'markdown' | 'name' | 'description' | 'tags' | 'metadata';
  type:
    | 'missing'
    | 'yaml_invalid'
    | 'mapping_type'
    | 'list_type'
    | 'string_type'
    | 'string_too_long'
    | 'string_pattern_mismatch';
  message: string;
}

export type Failure = { ok: false; problems: SkillMdProblem[] };

/** Front matter that may be stored. `changes` are sentences, one for each difference to what its author wrote. */
type ReadFrontMatter = {
  ok: true;
  frontMatter: FrontMatter;
  /** The YAML that was read: the author's, or repaired so that every loader reads it. */
  yaml: string;
  changes: string[];
};

/** Longest description, in UTF-16 code units. */
const MAX_DESCRIPTION = 1024;

/**
 * The YAML library's cost is quadratic in some hostile texts; real front matter has a few hundred characters.
 */
export const MAX_FRONT_MATTER = 50_000;
const OWN_FIELDS = new Set(['name', 'description', 'tags', 'metadata']);

/**
 * Cuts a document (newlines LF, no byte order mark) after the line `---` or `...` that closes its front
 * matter.
 */
export function splitFrontMatter(document: string): { ok: true; yaml: string; body: string } | Failure {
  const opening = /^\s*?---[ \t]*\n/.exec(document);
  if (!opening) {
    const message =
      'The document has no front matter. It must begin with a line "---", then "name:" and "description:", then another line "---".';

    return fail('markdown', 'missing', message);
  }
  const inside = document.slice(opening[0].length);
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(inside);
  if (!closing) {
    return fail(
      'markdown',
      'missing',
      'The front matter is never closed. Add a line "---" after its last field.',
    );
  }
  if (closing.index > MAX_FRONT_MATTER) {
    const message = `The front matter is longer than ${MAX_FRONT_MATTER} characters. Move long text below it.`;

    return fail('markdown', 'string_too_long', message);
  }

  return {
    ok: true,
    yaml: inside.slice(0, closing.index),
    body: inside.slice(closing.index + closing[0].length),
  };
}

/**
 * The front matter of a document with other words for the fields of `wanted`, the rest of it as its author wrote it;
 * null where it would not be read as the same fields, such as where other fields changed.
 */
export function editFrontMatter(front: string, wanted: FrontMatter): string | null {
  const document = front.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const split = splitFrontMatter(document);
  const parsed = split.ok ? parseFrontMatter(split.yaml) : null;
  if (!parsed?.ok) return null;
  const { frontMatter, changes } = parsed;
  if (isSame(frontMatter, wanted) && changes.length === 0) return front;
  const yaml = parseYaml(parsed.yaml);
  if (yaml.errors.length > 0) return null;
  for (const field of ['name', 'description', 'tags', 'metadata'] as const) {
    if (!isSame(yaml.toJS()[field] ?? EMPTY[field], wanted[field])) yaml.set(field, wanted[field]);
  }
  const edited = `---\n${yaml.toString({ lineWidth: 0 })}---\n`;
  const again = splitFrontMatter(edited);
  const read = again.ok ? parseFrontMatter(again.yaml) : null;

  return read?.ok && isSame(read.frontMatter, wanted) ? edited : null;
}

const EMPTY = { name: '', description: '', tags: [], metadata: {} };

/** The YAML of fields that no author wrote. */
export function renderFrontMatter({ name, description, tags, metadata, extra }: FrontMatter): string {
  const fields = {
    name,
    description,
    ...(tags.length > 0 ? { tags } : {}),
    ...extra,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };

  return stringify(fields, { lineWidth: 0, schema: 'core', aliasDuplicateObjects: false });
}

function isSame(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

/**
 * Reads the YAML between the two lines; all errors are reported at once. `findDescription` gives the description where
 * the YAML has none; empty where it finds none either.
 */
export function parseFrontMatter(yaml: string, findDescription = () => ''): ReadFrontMatter | Failure {
  const parsed = readYaml(yaml);
  if (!parsed.ok) return fail('markdown', parsed.type, parsed.message);
  const { values, changes } = parsed;
  const problems: SkillMdProblem[] = [];
  const name = readName(parsed, problems);
  const description = readDescription(parsed, problems, findDescription);
  const tags = readTags(parsed, problems);
  const metadata = values['metadata'] ?? {};
  if (!isRecord(metadata)) {
    problems.push({
      field: 'metadata',
      type: 'mapping_type',
      message: '"metadata" must be a mapping of keys to values.',
    });
  }
  if (problems.length > 0 || !isRecord(metadata)) return { ok: false, problems };
  const extra = Object.fromEntries(Object.entries(values).filter(([key]) => !OWN_FIELDS.has(key)));
  const frontMatter = { name, description, tags, metadata: keepName(parsed, name, metadata), extra };

  return { ok: true, frontMatter, yaml: parsed.yaml, changes };
}

/** The metadata, with the name that the author gave where it had to be changed. */
function keepName(
  { texts, changes }: Mapping,
  name: string,
  metadata: Record<string, unknown>,
): Record<string, unknown> {
  const written = String(texts['name']).trim();
  if (written === name) return metadata;
  changes.push(`The name "${written.slice(0, 200)}" is now "${name}". metadata.name keeps the original.`);

  return { name: written, ...metadata };
}

/** A name that is no skill name is made one, where it has a letter or digit. */
function readName(yaml: Mapping, problems: SkillMdProblem[]): string {
  const written = readText(yaml, 'name', problems)?.trim();
  if (written === undefined) return '';
  const name = makeSkillName(written).split('-').slice(0, MAX_NAME_WORDS).join('-').replace(/-+$/, '');
  if (name === '') {
    const message = `"${written.slice(0, 100)}" has no letter or digit to make a skill name of: use 2 to 64 lower-case letters, digits and hyphens.`;
    problems.push({ field: 'name', type: 'string_pattern_mismatch', message });
  } else if (isHarmfulName(name))
    problems.push({ field: 'name', type: 'string_pattern_mismatch', message: `The name ${HARMFUL_NAME}.` });

  return name;
}

/** A skill name made of what somebody wrote; empty where it has no letter or digit. */
export function makeSkillName(written: string): string {
  if (isSkillName(written)) return written;
  const plain = written.slice(0, 200).normalize('NFKD').toLowerCase();
  const words = plain.replace(/[\u0300-\u036f]/g, '').match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, 64).replace(/-$/, '');
  if (isSkillName(name)) return name;

  return name === '' ? '' : `skill-${name}`;
}

function isSkillName(text: string): boolean {
  return skillName().safeParse(text).success;
}

function readDescription(yaml: Mapping, problems: SkillMdProblem[], find: () => string): string {
  const found = yaml.values['description'] == null ? find().slice(0, MAX_DESCRIPTION) : '';
  if (found !== '') {
    yaml.changes.push('The description is missing. It is now the first sentence of the text.');
    return found;
  }
  const description = readText(yaml, 'description', problems)?.trim() ?? '';
  if (isLongerThan(description, MAX_DESCRIPTION)) {
    const message = `The description has ${characterCount(description)} characters; at most ${MAX_DESCRIPTION} are allowed.`;
    problems.push({ field: 'description', type: 'string_too_long', message });
  }

  return description;
}

/** The text of a required field; undefined, with the problem added, where there is none. */
function readText(
  { texts, values }: Mapping,
  field: 'name' | 'description',
  problems: SkillMdProblem[],
): string | undefined {
  const text = texts[field];
  if (values[field] == null)
    problems.push({ field, type: 'missing', message: `The front matter has no "${field}".` });
  else if (typeof text === 'string') return text;
  else problems.push({ field, type: 'string_type', message: `"${field}" must be text.` });

  return undefined;
}

/** A list, or one line of tags with commas between, as many real documents have. */
function readTags({ texts, values }: Mapping, problems: SkillMdProblem[]): string[] {
  if (values['tags'] == null) return [];
  const { tags } = texts;
  const words: unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [null];
  const isText = (word: unknown) => typeof word === 'string';
  if (!words.every(isText))
    problems.push({ field: 'tags', type: 'list_type', message: '"tags" must be a list of words.' });

  return [...new Set(words.filter(isText).map((word) => word.trim()))].filter((word) => word !== '');
}

export function fail(field: SkillMdProblem['field'], type: SkillMdProblem['type'], message: string): Failure {
  return { ok: false, problems: [{ field, type, message }] };
}

// Repairs the one mistake that real front matter is full of: an unquoted value that YAML cannot read, such as
// `description: Use when: always`. Other loaders accept such files, so refusing them would refuse working
// skills.

/** A field at the left margin with the lines that belong to it. */
const FIELD = /^([A-Za-z_][\w-]*):[ \t]+(\S[\s\S]*)$/;

/**
 * The same YAML in which each top-level `key: text` that is invalid by itself has its text quoted, folded to
 * one line. Valid fields stay untouched, and so does what is broken in another way; the caller parses again
 * and reports what is left.
 */
function quoteBrokenValues(yaml: string): string {
  return yaml
    .split(/\n(?=[^\s#-])/)
    .map(quoteIfBroken)
    .join('\n');
}

function quoteIfBroken(field: string): string {
  const [, key, value] = FIELD.exec(field) ?? [];
  if (key === undefined || value === undefined || parseDocument(field).errors.length === 0) return field;

  return `${key}: ${JSON.stringify(value.trim().replace(/\s*\n\s*/g, ' '))}`;
}

/** Indentation that YAML does not allow. */
function replaceTabs(yaml: string): string {
  return yaml.replace(/^[ ]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '));
}

/** A mapping with its scalars as the text that its author wrote, and as values, which JSON can hold. */
interface Mapping {
  yaml: string;
  changes: string[];
  texts: Record<string, unknown>;
  values: Record<string, unknown>;
}

type YamlMapping =
  | (Mapping & { ok: true })
  | { ok: false; type: 'yaml_invalid' | 'mapping_type'; message: string };

const MAX_DEPTH = 32;

const TOO_DEEP = `its values nest deeper than ${MAX_DEPTH} levels`;

/**
 * Reads front matter without its two lines. Errors name the line of the document, whose first one opens the
 * front matter.
 */
function readYaml(yaml: string): YamlMapping {
  try {
    const strict = parseYaml(yaml);
    const spaced = strict.errors.length === 0 ? yaml : replaceTabs(yaml);
    const isReadable = (spaced === yaml ? strict : parseYaml(spaced)).errors.length === 0;
    const source = isReadable ? spaced : quoteBrokenValues(spaced);
    const document = source === yaml ? strict : parseYaml(source);
    const changes = [
      ...(spaced === yaml ? [] : ['Tabs at the start of lines of the front matter are now spaces.']),
      ...(source === spaced ? [] : ['Values of the front matter that were not valid YAML are now quoted.']),
    ];
    if (document.errors.length > 0) return invalid(describeError(strict.errors[0] ?? document.errors[0]));
    prepareScalars(document);
    const [texts, values] = [toJson(parseYaml(source, 'failsafe')), toJson(document)];
    if (isRecord(texts) && isRecord(values)) return { ok: true, texts, values, yaml: source, changes };
  } catch (error) {
    // The library throws on alias bombs; prepareScalars and JSON throw on what is too deep or contains
    // itself.
    return invalid(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  const message = 'The front matter is not a YAML mapping. Write one field a line, such as "name: my-skill".';

  return { ok: false, type: 'mapping_type', message };
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** With the schema `failsafe` every scalar is the text that was written: `yes`, `1.10`, `2026-01-01`. */
function parseYaml(yaml: string, schema: 'core' | 'failsafe' = 'core'): Document {
  return parseDocument(yaml, { schema, stringKeys: true, logLevel: 'error' });
}

/**
 * Bounds the depth, and keeps a number that JSON would write differently ("1.10", ".inf", twenty digits) the
 * text that it was.
 */
function prepareScalars(document: Document): void {
  visit(document, {
    Collection(_key, _node, path) {
      if (path.filter(isCollection).length >= MAX_DEPTH) throw new Error(TOO_DEEP);
    },
    Scalar(_key, node) {
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source) {
        node.value = node.source;
      }
    },
  });
}

function toJson(document: Document): unknown {
  return cleanJson(JSON.parse(JSON.stringify(document.toJS())));
}

function describeError(error: YAMLError | undefined): string {
  const what = (error?.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
  if (/call stack/.test(what)) return TOO_DEEP;
  const line = error?.linePos?.[0].line;
  const where = line === undefined ? '' : `line ${line + 1}: `;
  if (error?.code === 'DUPLICATE_KEY') return `${where}a field is given twice`;

  return `${where}${what}. Quote values that hold ": " or begin with a special character`;
}

function invalid(what: string): YamlMapping {
  return { ok: false, type: 'yaml_invalid', message: `The front matter is not valid YAML: ${what}.` };
}
