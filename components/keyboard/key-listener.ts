/** The presses of the catalogue's keys, with tinykeys. */
import { createKeybindingsHandler } from 'tinykeys';
import { CATALOGUE } from './catalogue.ts';

/** How long the first key of a sequence waits for the second. */
const SEQUENCE_MS = 1200;

/** All keys of the catalogue, sequences first: the last key of one may be a shortcut by itself. */
const KEYS = [...new Set(Object.values(CATALOGUE).map(({ keys }) => keys))].sort(
  (one, other) => Number(other.includes(' ')) - Number(one.includes(' ')),
);

/** Keys as tinykeys writes them. Some layouts have signs on a key with Shift or AltGr. */
function toBinding(keys: string): string {
  if (/^[^\w\s]$/.test(keys)) return `[Shift]+[Alt]+${keys}`;
  return keys.replace('mod+', '$mod+').replace('shift+', 'Shift+');
}

interface KeyListening {
  fire: (keys: string, event: KeyboardEvent) => void;
  /** Whether these keys do nothing now. */
  rests: (keys: string, event: KeyboardEvent) => boolean;
}

/** Takes every press of the keyboard. The keys have a listener each, so that a sequence that is begun holds up no other. */
export function createKeyListener({ fire, rests }: KeyListening): (event: KeyboardEvent) => void {
  const listeners = KEYS.map((keys) =>
    createKeybindingsHandler(
      { [toBinding(keys)]: (event) => fire(keys, event) },
      { timeout: SEQUENCE_MS, ignore: (event) => event.isComposing || rests(keys, event) },
    ),
  );
  return (event) => {
    for (const listener of listeners) listener(event);
  };
}
