/**
 * How keys are written (`j`, `shift+a`, `mod+k`, `g r`, `?`) and recognised. Pure, so that the rules about
 * typing, modifiers and sequences are tested without a browser. `mod` is Ctrl or Cmd; a space separates the
 * keys of a sequence.
 */

/** The parts of a key event that matter. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** How long the first key of a sequence waits for the second. */
export const SEQUENCE_MS = 1200;

/** Names a press as shortcuts are written; null for a press that no shortcut can have. */
export function pressName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey || key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Dead') return null;
  const name = key.toLowerCase();
  const letter = /^[a-z]$/.test(name) || key.length > 1;
  const shift = shiftKey && letter ? 'shift+' : '';
  const mod = ctrlKey || metaKey ? 'mod+' : '';
  return `${mod}${shift}${name}`;
}

/** What is waiting for its second key, and until when (epoch ms). */
export interface Pending {
  first: string;
  until: number;
}

/**
 * What a press fires among `written` shortcuts. `pending` is set while a sequence has begun; a second key
 * that fits no sequence counts as a first one.
 */
export function matchPress(
  written: readonly string[],
  press: string,
  { pending, now }: { pending: Pending | null; now: number },
): { fired: string | null; pending: Pending | null } {
  if (pending !== null && now <= pending.until) {
    const sequence = `${pending.first} ${press}`;
    if (written.includes(sequence)) return { fired: sequence, pending: null };
  }
  if (written.includes(press)) return { fired: press, pending: null };
  const begins = written.some((keys) => keys.startsWith(`${press} `));
  return { fired: null, pending: begins ? { first: press, until: now + SEQUENCE_MS } : null };
}

/** Whether a shortcut works while somebody types or a dialog is open: only with Ctrl or Cmd. */
export function worksWhileTyping(keys: string): boolean {
  return keys.startsWith('mod+');
}

const GLYPHS: Record<string, string> = {
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  f8: 'F8',
};

/** The caps to draw for a shortcut: `g r` → ['G', 'R'], `shift+a` → ['Shift', 'A']. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return keys.split(/[ +]/).map((part) => {
    if (part === 'mod') return apple ? '⌘' : 'Ctrl';
    return GLYPHS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}
