/**
 * Finds the front matter of documents that other tools wrote: below a line of their own, without its "---" lines, in
 * TOML or in JSON. Each difference to a plain SKILL.md is said in a sentence.
 */
import { parse as parseToml } from 'smol-toml';
import { stringify } from 'yaml';
import { type Failure, fail, isRecord, MAX_FRONT_MATTER, splitFrontMatter } from './front-matter.ts';

type FoundFrontMatter = { ok: true; yaml: string; body: string; changes: string[] } | Failure;

/** Lines above the front matter in which its begin is looked for. */
const MAX_LINES_ABOVE = 20;

/** A document that stands in a fence as a whole, as models write it, without that fence. */
export function unwrapDocument(markdown: string): string {
  const opening = /^\s*(```+|~~~+)(?:markdown|md|yaml)?[ \t]*\r?\n(?=---|\+\+\+)/.exec(markdown);
  if (opening === null) return markdown;
  const inside = markdown.slice(opening[0].length).trimEnd();
  const fence = opening[1] ?? '';

  return inside.endsWith(`\n${fence}`) ? inside.slice(0, -fence.length) : markdown;
}

/** Newlines of the document are LF, and it has no byte order mark. `body` is how the document ends. */
export function findFrontMatter(document: string): FoundFrontMatter {
  const strict = splitFrontMatter(document);
  if (strict.ok) return { ...strict, changes: [] };
  const above = /^(?:[^\n]*\n)*?(?=(?:---|\+\+\+)[ \t]*\n)/.exec(firstLines(document))?.[0] ?? '';

  return (
    readToml(document) ??
    readJson(document) ??
    readBareFields(document) ??
    (above.trim() === '' ? strict : (readBelow(document, above) ?? strict))
  );
}

function firstLines(document: string): string {
  return document.slice(0, MAX_FRONT_MATTER).split('\n', MAX_LINES_ABOVE).join('\n');
}

/** The first line of dashes may be a thematic break of a document without front matter. */
function readBelow(document: string, above: string): FoundFrontMatter | null {
  const rest = document.slice(above.length);
  const split = splitFrontMatter(rest);
  const found = split.ok ? { ...split, changes: [] } : readToml(rest);
  if (!found?.ok || !/^name[ \t]*:/m.test(found.yaml)) return null;
  const shown = above.trim().replace(/\s+/g, ' ').slice(0, 80);

  return {
    ...found,
    changes: [`The text above the front matter is left out: "${shown}".`, ...found.changes],
  };
}

function readToml(document: string): FoundFrontMatter | null {
  const opening = /^\s*?\+\+\+[ \t]*\n/.exec(document);
  if (opening === null) return null;
  const inside = document.slice(opening[0].length);
  const closing = /^\+\+\+[ \t]*(?:\n|$)/m.exec(inside);
  if (closing === null || closing.index > MAX_FRONT_MATTER)
    return fail(
      'markdown',
      'missing',
      'The front matter is never closed. Add a line "+++" after its last field.',
    );
  const body = inside.slice(closing.index + closing[0].length);

  return convert('TOML', body, () => parseToml(inside.slice(0, closing.index)));
}

/** JSON that begins the document, with or without "---" above and below. */
function readJson(document: string): FoundFrontMatter | null {
  if (!/^\s*\{/.test(document)) return null;
  const closing = /\}[ \t]*\n(?=\s*(?:\n|#|---|$))/.exec(document.slice(0, MAX_FRONT_MATTER));
  if (closing === null) return null;
  const end = closing.index + closing[0].length;

  return convert('JSON', document.slice(end), () => JSON.parse(document.slice(0, end)));
}

function convert(language: string, body: string, read: () => unknown): FoundFrontMatter {
  try {
    const fields = read();
    if (!isRecord(fields))
      return fail('markdown', 'mapping_type', `The front matter is not a ${language} object.`);
    const yaml = stringify(JSON.parse(JSON.stringify(fields)), { lineWidth: 0 });

    return { ok: true, yaml, body, changes: [`The front matter was ${language}. It is now YAML.`] };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

    return fail('markdown', 'yaml_invalid', `The front matter is not valid ${language}: ${why}.`);
  }
}

/** Fields from the first line on, up to a blank line, with or without a line of dashes below. */
function readBareFields(document: string): FoundFrontMatter | null {
  const fields =
    /^\s*?((?:[A-Za-z_][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n|- [^\n]*\n)*)+)(?:---[ \t]*(?:\n|$)|(?=\n|#))/;
  const found = fields.exec(document.slice(0, MAX_FRONT_MATTER));
  const yaml = found?.[1] ?? '';
  if (!found || !/^name:/m.test(yaml)) return null;

  return {
    ok: true,
    yaml,
    body: document.slice(found[0].length),
    changes: ['The lines "---" around the front matter are added.'],
  };
}
