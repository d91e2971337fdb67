/** Where the words of a change were said in the runs that it was learned from: a reviewer trusts a tool less than a user. */
import type { SaidBy } from '../../../server/domain/skills/changesets/support.ts';
import { TriangleAlert } from '../../ui/generated/icons.tsx';
import { saidText } from './said-text.ts';

/** What stands there may be written by anybody. */
const UNTRUSTED: ReadonlySet<SaidBy> = new Set(['tool_output', 'retrieved_text']);

export function SaidLine({ said }: { said: readonly SaidBy[] | null }) {
  if (said === null) return null;
  const isUntrusted = said.length > 0 && said.every((origin) => UNTRUSTED.has(origin));
  if (!isUntrusted) return <p className="text-caption text-quiet">{saidText(said)}</p>;
  return (
    <p className="flex items-start gap-1 font-medium text-attention text-caption">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {saidText(said)} only: no user and no error confirms it
    </p>
  );
}
