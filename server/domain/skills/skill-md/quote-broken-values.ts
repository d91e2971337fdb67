/**
 * Repairs the one mistake that real front matter is full of: an unquoted value that YAML cannot read, such as
 * `description: Use when: always`. Other loaders accept such files, so refusing them would refuse working skills.
 */
import { parseDocument } from 'yaml';

/** A field at the left margin with the lines that belong to it. */
const FIELD = /^([A-Za-z_][\w-]*):[ \t]+(\S[\s\S]*)$/;

/**
 * The same YAML in which each top-level `key: text` that is invalid by itself has its text quoted, folded to one line. Valid
 * fields stay untouched, and so does what is broken in another way; the caller parses again and reports what is left.
 */
export function quoteBrokenValues(yaml: string): string {
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
