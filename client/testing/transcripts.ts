/** The commands that a document shows with what they print, to be run again. */

export interface Transcript {
  command: string;
  output: string;
}

/** The commands of a document's console blocks, in order: lines that begin with `$ `. Throws where there is none. */
export function transcriptsOf(document: string): Transcript[] {
  const blocks = [...document.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const parts = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  if (parts.length === 0) throw new Error('the document shows no command');
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { command: part.slice(0, end), output: part.slice(end + 1) };
  });
}

/** The code blocks of a language, in order. */
export function codeBlocks(document: string, language: string): string[] {
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

/** An id but for its last two signs: as long as a real one, so that tables stay straight. */
const ID_SHOWN = '01KARP2J5V0A1B2C3D4E5F6G';

/** Gives ids and times that differ from run to run the names that documents have for them. */
export class Stable {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The text with ids that are numbered in the order in which they are first seen, and one time for all. */
  text(said: string): string {
    return said
      .replaceAll(/\b([a-z]{2,3})_[0-9A-Z]{26}\b/g, (id, kind: string) => this.#nameOf(id, kind))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-23T10:00:22.000Z')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?!:)/g, '2026-11-23T10:00');
  }

  /** The text with the ids that its names stand for. */
  real(said: string): string {
    let text = said;
    for (const [id, name] of this.#names) text = text.replaceAll(name, id);
    return text;
  }

  #nameOf(id: string, kind: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}_${ID_SHOWN}${String(count).padStart(2, '0')}`;
    this.#names.set(id, name);
    return name;
  }
}
