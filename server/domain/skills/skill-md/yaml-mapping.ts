/**
 * YAML as plain JSON values, no matter what it holds: repaired where real files are often wrong, bounded
 * where hostile ones would be costly, refused in words where neither helps.
 */
import { type Document, isCollection, isMap, parseDocument, visit, type YAMLError } from 'yaml';
import { cleanJson } from '../../fields.ts';

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

/** A mapping both as nodes, which know how a value was written, and as values, which JSON can hold. */
type YamlMapping =
  | { ok: true; document: Document; values: Record<string, unknown> }
  | { ok: false; type: 'yaml_invalid' | 'mapping_type'; message: string };

const MAX_DEPTH = 32;

const TOO_DEEP = `its values nest deeper than ${MAX_DEPTH} levels`;

/**
 * Reads front matter without its two lines. Errors name the line of the document, whose first one opens the
 * front matter.
 */
export function readYaml(yaml: string): YamlMapping {
  try {
    const strict = parseYaml(yaml);
    const document = strict.errors.length === 0 ? strict : parseYaml(quoteBrokenValues(yaml));
    if (document.errors.length > 0) return invalid(describeError(strict.errors[0] ?? document.errors[0]));
    prepareScalars(document);
    const values: unknown = isMap(document.contents) ? toJson(document) : null;
    if (isRecord(values)) return { ok: true, document, values };
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

function parseYaml(yaml: string): Document {
  return parseDocument(yaml, { schema: 'core', stringKeys: true, logLevel: 'error' });
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
