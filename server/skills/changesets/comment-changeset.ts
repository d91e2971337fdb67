/** A reviewer's remark on a changeset, in whatever state it is. Remarks are part of its history, the audit log. */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { changesetStore } from './store.ts';

/** Adds a remark. Unknown: `changeset not found`. */
export async function commentChangeset(
  runtime: Runtime,
  principal: Principal,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const details = { text: redactIf(runtime.config.recall.redactPii, text) };
  await runtime.db.write(async (tx) => {
    if ((await changesetStore(tx, principal.tenant).find(id)) === null) throw notFound('changeset');
    const resource = `changeset:${id}` as const;
    await writeAudit(runtime, tx, principal, { action: 'changeset.commented', resource, details });
  });
}
