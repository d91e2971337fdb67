/**
 * Finds the fields of a body that were misspelled. An unknown field is ignored, so what a misspelled one says would be lost
 * without a word: a memory of one user would be everybody's.
 */
import { ZodArray, ZodObject, type ZodType, ZodUnion } from 'zod';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { Slice } from '../../platform/turns.ts';
import { plainSchema } from './plain-schema.ts';

/** Where an unknown field is, and the known one that is meant. */
export interface MisnamedField {
  path: (string | number)[];
  meant: string;
}

/** Unknown fields: those that are meant to be known ones, and the paths of all others. */
export interface UnknownFields {
  misnamed: MisnamedField[];
  ignored: MisnamedField['path'][];
}

/** What the caller is told of it. */
export const misnamedText = ({ path, meant }: MisnamedField): string =>
  `unknown field \`${path.at(-1)}\`: did you mean \`${meant}\`?`;

/** Names that differ by a letter and mean different things, as clients send them: the first is never meant to be the second. */
const APART = new Set(['scope score', 'score scope', 'context content']);

/** The names that the API defines within a value; null where it defines none, as in a text or in an object of any form. */
type KnownFields = Fields | List | null;

interface Fields {
  names: ReadonlySet<string>;
  /** The names by their {@link folded} form. */
  byFolded: ReadonlyMap<string, string>;
  longest: number;
  /** The fields whose values have names in them too, the last one first. */
  inner: readonly (readonly [name: string, Fields | List])[];
}

interface List {
  elements: Fields | List;
  /** A longer list is refused for its length. */
  most: number;
}

/** Schemas never change, so that each is read once. */
const forms = new WeakMap<ZodType, KnownFields>();

function formOf(schema: ZodType): KnownFields {
  const plain = plainSchema(schema);
  let form = forms.get(plain);
  if (form === undefined) {
    form = readForm(plain);
    forms.set(plain, form);
  }
  return form;
}

function readForm(schema: ZodType): KnownFields {
  if (schema instanceof ZodObject) return formOfObjects([schema]);
  if (schema instanceof ZodArray) {
    const elements = formOf(schema.element as ZodType);
    return elements && { elements, most: Number(schema.meta()?.maxItems ?? Number.POSITIVE_INFINITY) };
  }
  if (!(schema instanceof ZodUnion)) return null;
  const options = schema.options as ZodType[];
  return options.every((option) => option instanceof ZodObject) ? formOfObjects(options) : null;
}

/** Any of the objects: what one of them knows is known. */
function formOfObjects(objects: readonly ZodObject[]): Fields {
  const fields = new Map<string, KnownFields>();
  for (const [name, field] of objects.flatMap(({ shape }) => Object.entries(shape))) {
    const form = formOf(field as ZodType);
    fields.set(name, fields.has(name) && fields.get(name) !== form ? null : form);
  }
  const names = [...fields.keys()];
  return {
    names: new Set(names),
    byFolded: new Map(names.map((name) => [folded(name), name])),
    longest: Math.max(0, ...names.map(({ length }) => length)),
    inner: [...fields].reverse().flatMap(([name, form]) => (form === null ? [] : [[name, form] as const])),
  };
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/**
 * The known field that differs from `name` only by case, by `-` and `_`, or by one letter, or the only one that begins
 * or ends with the words of `name`.
 */
function meantBy(name: string, { byFolded, longest }: Fields): string | undefined {
  if (name.length > 2 * longest) return undefined;
  const sent = folded(name);
  const same = byFolded.get(sent);
  if (same !== undefined) return same;
  for (const [known, field] of byFolded) {
    if (isOneLetterOff(sent, known) && !APART.has(`${sent} ${known}`)) return field;
  }
  return longerNameOf(name, byFolded.values());
}

/** A shorter word, such as `id`, says too little. */
const SHORTEST_PART = 4;

function longerNameOf(name: string, fields: Iterable<string>): string | undefined {
  const part = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  if (part.length < SHORTEST_PART) return undefined;
  const longer = [...fields].filter((field) => field.startsWith(`${part}_`) || field.endsWith(`_${part}`));
  return longer.length === 1 ? longer[0] : undefined;
}

/** Whether one letter was left out, was added, or is another. */
function isOneLetterOff(a: string, b: string): boolean {
  if (a.length > b.length) return isOneLetterOff(b, a);
  if (b.length - a.length > 1) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return a.slice(a.length === b.length ? same + 1 : same) === b.slice(same + 1);
}

/** A value that is to be searched, and where it is. */
interface Visit {
  form: Fields | List;
  value: object;
  place: Place | null;
}

/** A path, from its end. */
interface Place {
  key: string | number;
  within: Place | null;
}

function pathTo(place: Place | null): MisnamedField['path'] {
  return place === null ? [] : [...pathTo(place.within), place.key];
}

/** The first unknown fields of a value that is meant for `schema`, with those of nested objects. */
export async function unknownFields(schema: ZodType, value: unknown): Promise<UnknownFields> {
  const found: UnknownFields = { misnamed: [], ignored: [] };
  const waiting: Visit[] = [];
  const form = formOf(schema);
  if (form !== null) visitLater(waiting, form, value, null);
  const slice = new Slice();
  for (let visit = waiting.pop(); visit && found.misnamed.length < MAX_PROBLEMS; visit = waiting.pop()) {
    search(visit, waiting, found);
    if (waiting.length > 0 && slice.isOver) await slice.next();
  }
  return {
    misnamed: found.misnamed.slice(0, MAX_PROBLEMS),
    ignored: found.ignored.slice(0, MAX_PROBLEMS),
  };
}

function visitLater(waiting: Visit[], form: Fields | List, value: unknown, place: Place | null): void {
  if (typeof value === 'object' && value !== null) waiting.push({ form, value, place });
}

/** The last that is put on the list is searched next. */
function search({ form, value, place }: Visit, waiting: Visit[], found: UnknownFields): void {
  if (!Array.isArray(value)) {
    if ('names' in form) searchFields(form, value as Record<string, unknown>, { place, waiting, found });
  } else if ('elements' in form && value.length <= form.most) {
    for (let key = value.length - 1; key >= 0; key -= 1) {
      visitLater(waiting, form.elements, value[key], { key, within: place });
    }
  }
}

function searchFields(
  form: Fields,
  object: Record<string, unknown>,
  { place, waiting, found }: Pick<Visit, 'place'> & { waiting: Visit[]; found: UnknownFields },
): void {
  for (const name of Object.keys(object)) {
    if (form.names.has(name)) continue;
    const meant = meantBy(name, form);
    if (meant !== undefined) found.misnamed.push({ path: [...pathTo(place), name], meant });
    else if (found.ignored.length < MAX_PROBLEMS) found.ignored.push([...pathTo(place), name]);
  }
  for (const [key, inner] of form.inner) {
    visitLater(waiting, inner, object[key], { key, within: place });
  }
}
