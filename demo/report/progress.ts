/** What the terminal says while the loop goes on. */
import type { Changeset } from '../../client/src/index.ts';
import type { Watch } from '../loop.ts';

const texts = ({ ops }: Changeset): string =>
  ops.map((op) => ('content' in op && op.content ? `${op.op} "${op.content}"` : op.op)).join(', ');

/** Tells everything, with `say` for each line. */
export function progressTo(say: (line: string) => void): Watch {
  const known = new Map<string, string>();
  return {
    decided({ changeset, approved, status, comment }, episodes) {
      known.set(changeset.id, status);
      say(`[${episodes}] proposed: ${texts(changeset)}`);
      say(
        `      ${changeset.risk} risk; the reviewer ${approved ? 'approved' : 'refused'} it (${comment}) → ${status}`,
      );
    },
    finished(changeset, episodes) {
      const was = known.get(changeset.id);
      if (was === changeset.status) return;
      if (was === 'canary') say(`[${episodes}] the canary ended: ${changeset.status} ${texts(changeset)}`);
      else
        say(
          `[${episodes}] learned, ${changeset.status} by ${changeset.reviewer ?? 'nobody'}: ${texts(changeset)}`,
        );
    },
  };
}

/** Tells nothing. */
export const SILENT: Watch = { decided() {}, finished() {} };
