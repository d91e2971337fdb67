/** A remark on a changeset, in whatever state it is. It is kept with the changeset's history. */
'use client';

import type { FormEvent } from 'react';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Textarea } from '../../ui/field.tsx';
import { useDraft } from '../decide/drafts.ts';
import { useRemark } from './use-remark.ts';

const LONGEST = 4000;

export function CommentForm({ id }: { id: string }) {
  const [text = '', keep] = useDraft(id, 'remark');
  const { post, busy, fault } = useRemark(id, () => keep(undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    post(text);
  };
  return (
    <form onSubmit={submit} className="flex max-w-[75ch] flex-col items-start gap-2">
      <Textarea
        label="Remark"
        hint="Other reviewers see it here; it is kept in the audit log"
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => keep(event.target.value || undefined)}
        fault={fault === null ? undefined : `Not posted: ${fault.detail}`}
        className="w-full"
      />
      <ScopedButton scope="review" type="submit" size="small" disabled={text.trim() === ''} loading={busy}>
        Add the remark
      </ScopedButton>
    </form>
  );
}
