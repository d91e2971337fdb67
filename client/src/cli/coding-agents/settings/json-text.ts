/**
 * Edits of JSON, with comments or without, that leave every other byte as it is. What was put in and is taken out again leaves the
 * text as it was: nothing is inserted that a removal could not tell from what was there.
 */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { WhetstoneError } from '../../../errors.ts';

/** Names of properties and places in lists, from the outermost inwards. */
export type JsonPath = readonly (string | number)[];

const BOM = '\uFEFF';

export class JsonText {
  /** The objects and lists that had to be made, as {@link keyOf} writes their paths. */
  readonly made: string[] = [];
  readonly #file: string;
  readonly #bom: string;
  #text: string;
  #root: Node;

  /** Throws where the text is not a JSON object, so that the file stays as it is. */
  constructor(file: string, text: string) {
    this.#file = file;
    this.#bom = text.startsWith(BOM) ? BOM : '';
    this.#text = text.slice(this.#bom.length);
    this.#root = this.#parsed();
  }

  get text(): string {
    return this.#bom + this.#text;
  }

  get isEmpty(): boolean {
    return (this.#root.children ?? []).length === 0;
  }

  #parsed(): Node {
    const errors: ParseError[] = [];
    const root = parseTree(this.#text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined || root === undefined) {
      const line = this.#text.slice(0, error?.offset ?? 0).split('\n').length;
      throw new WhetstoneError(
        'invalid',
        `${this.#file} is not valid JSON at line ${line}, so nothing was written`,
      );
    }
    if (root.type !== 'object')
      throw new WhetstoneError('invalid', `${this.#file} holds no JSON object, so nothing was written`);
    return root;
  }

  /** The value at a path; undefined where there is none. */
  get(path: JsonPath): unknown {
    const node = findNodeAtLocation(this.#root, [...path]);
    return node === undefined ? undefined : getNodeValue(node);
  }

  /** Sets a property, with the objects on the way to it. Throws where something else is there, which would be lost. */
  set(path: JsonPath, value: unknown): void {
    const node = findNodeAtLocation(this.#root, [...path]);
    if (node !== undefined) {
      if (JSON.stringify(getNodeValue(node)) === JSON.stringify(value)) return;
      this.#replace(
        node.offset,
        node.offset + node.length,
        this.#written(value, this.#indentAt(node.offset)),
      );
      return;
    }
    const depth = path.findIndex(
      (_, at) => findNodeAtLocation(this.#root, path.slice(0, at + 1)) === undefined,
    );
    const parent = this.#container(path.slice(0, depth), 'object');
    for (let at = depth + 1; at < path.length; at += 1) this.made.push(keyOf(path.slice(0, at)));
    const inner = path.slice(depth + 1).reduceRight<unknown>((held, name) => ({ [name]: held }), value);
    this.#insert(parent, (indent) => `${JSON.stringify(path[depth])}: ${this.#written(inner, indent)}`);
  }

  /** Adds to the end of a list, which is made where there is none. */
  append(path: JsonPath, value: unknown): void {
    if (this.get(path) === undefined) {
      this.set(path, [value]);
      this.made.push(keyOf(path));
    } else this.#insert(this.#container(path, 'array'), (indent) => this.#written(value, indent));
  }

  /** Takes a property or an item of a list out, and then what holds it, where that is left empty and `goesWithLast` says so. */
  remove(path: JsonPath, goesWithLast: (container: string) => boolean): void {
    const node = findNodeAtLocation(this.#root, [...path]);
    if (node === undefined) return;
    const item = node.parent?.type === 'property' ? node.parent : node;
    const siblings = item.parent?.children ?? [];
    const at = siblings.indexOf(item);
    const [before, after] = [siblings[at - 1], siblings[at + 1]];
    const end = item.offset + item.length;
    if (before !== undefined) this.#replace(before.offset + before.length, end, '');
    else if (after !== undefined) this.#replace(item.offset, after.offset, '');
    else this.#removeOnly(item.parent ?? this.#root, end);
    const holder = path.slice(0, -1);
    if (holder.length > 0 && goesWithLast(keyOf(holder)) && Object.keys(this.get(holder) ?? {}).length === 0)
      this.remove(holder, goesWithLast);
  }

  #removeOnly(parent: Node, end: number): void {
    const closing = this.#eol + this.#indentAt(parent.offset);
    const isClosed = this.#text.startsWith(closing, end);
    this.#replace(parent.offset + 1, isClosed ? end + closing.length : end, '');
  }

  #container(path: JsonPath, type: 'object' | 'array'): Node {
    const node = path.length === 0 ? this.#root : findNodeAtLocation(this.#root, [...path]);
    if (node?.type === type) return node;
    const wanted = type === 'object' ? 'object' : 'list';
    throw new WhetstoneError(
      'invalid',
      `"${path.join('.')}" in ${this.#file} is no ${wanted}, so nothing was written`,
    );
  }

  #insert(parent: Node, item: (indent: string) => string): void {
    const outer = this.#indentAt(parent.offset);
    const indent = outer + this.#indent;
    const last = parent.children?.at(-1);
    if (last === undefined) {
      const text = `${this.#eol}${indent}${item(indent)}${this.#eol}${outer}`;
      this.#replace(parent.offset + 1, parent.offset + 1, text);
      return;
    }
    const isOneLine = !this.#text.slice(parent.offset, last.offset).includes('\n');
    const gap = isOneLine ? ' ' : `${this.#eol}${this.#indentAt(last.offset)}`;
    const end = last.offset + last.length;
    this.#replace(end, end, `,${gap}${item(isOneLine ? outer : this.#indentAt(last.offset))}`);
  }

  #replace(from: number, to: number, text: string): void {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#root = this.#parsed();
  }

  #written(value: unknown, indent: string): string {
    return JSON.stringify(value, null, this.#indent).replaceAll('\n', `${this.#eol}${indent}`);
  }

  get #eol(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n';
  }

  get #indent(): string {
    return /^([ \t]+)"/m.exec(this.#text)?.[1] ?? '  ';
  }

  /** What the line begins with that has this place. */
  #indentAt(offset: number): string {
    const line = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return /^[ \t]*/.exec(this.#text.slice(line))?.[0] ?? '';
  }
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}
