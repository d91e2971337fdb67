// Generates the Python client's types and its table of operations from the OpenAPI document, as generate-client.mjs
// does for TypeScript. They need nothing but the standard library of Python 3.10, which knows no `NotRequired`: a
// dictionary with required keys and others is two classes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../server/api/rest/openapi.ts';
import { givenBy, operationsOf } from './generate-client.mjs';
import { root } from './root.mjs';

const FILE = join(root, 'client/python/src/whetstone/generated/api.py');
const HEAD = `"""What the gateway takes and gives, and where its operations are.

Generated from the gateway's OpenAPI document by scripts/generate-python-client.mjs; do not edit.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypedDict
`;

const PREFIX = '#/components/schemas/';
const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const LINE = 100;

const quoted = (value) =>
  typeof value === 'string' ? JSON.stringify(value) : value === null ? 'None' : `${value}`;
const capitalized = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
const unique = (values) => [...new Set(values)];

/** Text as comments of at most a line each. */
function commented(text, indent) {
  const lines = [];
  let line = `${indent}#:`;
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length >= LINE) {
      lines.push(line);
      line = `${indent}#:`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** A schema as a type; dictionaries inside it become classes of their own in `classes`, named after `name`. */
function typeOf(schema, name, classes) {
  if (schema.$ref !== undefined) return schema.$ref.replace(PREFIX, '');
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(quoted).join(', ')}]`;
  if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return unique(
      choices.map((choice, at) => typeOf(choice, at === 0 ? name : `${name}${at + 1}`, classes)),
    ).join(' | ');
  }
  if (Array.isArray(schema.type)) {
    return unique(schema.type.map((type) => typeOf({ ...schema, type }, name, classes))).join(' | ');
  }
  if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, `${name}Item`, classes)}]`;
  if (schema.type === 'object') return objectType(schema, name, classes);
  return SCALARS[schema.type] ?? 'Any';
}

/** The same form in two places is one class, named after the first. */
function objectType(schema, name, classes) {
  if (schema.properties !== undefined) {
    const form = JSON.stringify(schema);
    if (!classes.named.has(form)) {
      classes.named.set(form, name);
      addClass(schema, name, classes);
    }
    return classes.named.get(form);
  }
  const { additionalProperties: inner } = schema;
  const values = typeof inner === 'object' ? typeOf(inner, `${name}Value`, classes) : 'Any';
  return `dict[str, ${values}]`;
}

const PYTHON_KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import
   in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

function keyLines(key, schema, name, classes) {
  if (!/^[A-Za-z_]\w*$/.test(key) || PYTHON_KEYWORDS.has(key))
    throw new Error(`${name}: the key ${key} is no name in Python`);
  const comment = schema.description === undefined ? [] : commented(schema.description, '    ');
  return [...comment, `    ${key}: ${typeOf(schema, name + capitalized(key), classes)}`];
}

function addClass(schema, name, classes) {
  const keys = Object.entries(schema.properties);
  const required = new Set(schema.required ?? []);
  const linesOf = (wanted) =>
    keys
      .filter(([key]) => required.has(key) === wanted)
      .flatMap(([key, value]) => keyLines(key, value, name, classes));
  const [needed, optional] = [linesOf(true), linesOf(false)];
  const text = schema.description === undefined ? [] : commented(schema.description, '');
  if (optional.length === 0) {
    classes.lines.push([
      ...text,
      `class ${name}(TypedDict):`,
      ...(needed.length === 0 ? ['    pass'] : needed),
    ]);
  } else if (needed.length === 0) {
    classes.lines.push([...text, `class ${name}(TypedDict, total=False):`, ...optional]);
  } else {
    classes.lines.push([`class _${name}(TypedDict):`, ...needed]);
    classes.lines.push([...text, `class ${name}(_${name}, total=False):`, ...optional]);
  }
}

/** A component: a class, or another name for a type. */
function addComponent(name, schema, classes) {
  if (schema.type === 'object' && schema.properties !== undefined) addClass(schema, name, classes);
  else classes.lines.push([`${name} = ${typeOf(schema, name, classes)}`]);
}

/** The text of the generated file. */
export function pythonTypes() {
  const document = openApiDocument();
  const classes = { lines: [], named: new Map() };
  for (const [name, schema] of Object.entries(document.components.schemas))
    addComponent(name, schema, classes);
  const operations = operationsOf(document);
  const names = operations.map(({ operation }) => `    ${quoted(operation.operationId)},`);
  const table = operations.map(({ path, method, operation }) => {
    const place = [method, path, givenBy(operation)].map(quoted).join(', ');
    return `    ${quoted(operation.operationId)}: (${place}),`;
  });
  return [
    HEAD,
    ...classes.lines.map((lines) => `\n${lines.join('\n')}\n`),
    `\nOperationName = Literal[\n${names.join('\n')}\n]\n`,
    '\n#: Where each operation is, and the form of what it gives back.',
    `OPERATIONS: Final[dict[OperationName, tuple[str, str, Literal["json", "text", "nothing"]]]] = {\n${table.join('\n')}\n}\n`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, pythonTypes());
