/** Tells webhooks what becomes of a changeset, in the transaction in which it does. */

import { findHiddenCharacters } from '../../domain/safety/injection/hidden-characters.ts';
import type { Headline } from '../../domain/skills/changesets/wording/headline.ts';
import { headlineOf } from '../../domain/skills/changesets/wording/headline.ts';
import type { ChangesetData, ChangesetEvent } from '../../domain/webhooks/event.ts';
import { publicUrl } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { notifyWebhooks } from '../../webhooks/index.ts';
import { libraryStore, readHeadlines } from '../library/index.ts';
import type { ChangesetRecord } from './records.ts';

/** Most skills that an event names. */
const MOST_SKILLS = 10;

/** Tells an event of a changeset or its canary. `reason` is why, where there is one. */
export async function notifyOfChangeset(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  notification: { type: ChangesetEvent; changeset: ChangesetRecord; reason?: string | null },
): Promise<void> {
  const { type, changeset, reason = null } = notification;
  const data = () => readData(runtime, tx, tenant, changeset, reason);
  await notifyWebhooks(runtime, tx, tenant, { type, data });
}

async function readData(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  changeset: ChangesetRecord,
  reason: string | null,
): Promise<ChangesetData> {
  const { id, agentId, risk, source, ops, baseVersions } = changeset;
  const [headline = headlineOf(changeset, null)] = await readHeadlines(tx, tenant, [changeset]);
  const changed = await libraryStore(tx, tenant).findSkills(Object.keys(baseVersions).slice(0, MOST_SKILLS));
  const created = ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));
  return {
    ...{ changeset_id: id, agent_id: agentId, risk, source, reason },
    skills: [...changed.map(({ name }) => name), ...created].slice(0, MOST_SKILLS),
    sentence: sentenceOf(headline),
    summary: headline.counts,
    url: `${publicUrl(runtime.config)}/changesets/${id}`,
  };
}

const LEADS: Readonly<Record<Headline['kind'], string>> = {
  added: '',
  changed: '',
  moved: 'Moved',
  removed: 'Removed',
  merged: 'Merged',
  description: 'Description',
  'new skill': 'New skill',
};

/**
 * The text that will be in force; of a removal the text that will not. Secrets are masked in the headline already;
 * characters that nobody sees, which could turn the meaning around, are named in their place.
 */
function sentenceOf({ kind, label, parts }: Headline): string {
  const gone = kind === 'removed';
  const text = parts.flatMap((part) => (gone || part.kind !== 'removed' ? [part.text] : [])).join('');
  const lead = [LEADS[kind], label ?? ''].filter((word) => word !== '').join(' ');
  const said = withoutHidden(text).replace(/\s+/g, ' ').trim();
  return withoutHidden(lead) === '' ? said : `${withoutHidden(lead)}: ${said}`;
}

function withoutHidden(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findHiddenCharacters(text)) {
    shown += `${text.slice(from, start)}[hidden]`;
    from = end;
  }
  return shown + text.slice(from);
}
