'use client';

/** A new key, this once: the key itself, what to copy, and a word of warning. */
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTRPC } from '../api/trpc.ts';
import type { Scope } from '../shell/viewer.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Input } from '../ui/field.tsx';
import type { NewKey } from './use-create-key.ts';

/** What can be copied beside a new key: a line for an environment file, and a request that the key may make. Pure. */

/** A read that a key with this scope may do. */
const TESTS: Record<Scope, string> = {
  learn: '/v1/skills',
  review: '/v1/changesets',
  admin: '/v1/admin/usage',
};

/** `WHETSTONE_API_KEY=…`, the variable that the clients read. */
function envLine(key: string): string {
  return `WHETSTONE_API_KEY=${key}`;
}

/** A command that answers 200 where the key works; it reads only. */
function curlTest({ url, key, scopes }: { url: string; key: string; scopes: readonly Scope[] }): string {
  const path = TESTS[scopes[0] ?? 'learn'];
  return `curl -sS -o /dev/null -w '%{http_code}\\n' '${url}${path}' -H 'authorization: Bearer ${key}'`;
}

export function CreatedKey({ created, onCopied }: { created: NewKey; onCopied: () => void }) {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  const url = me.data?.settings.publicUrl ?? window.location.origin;
  const { key, scopes } = created;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex gap-2 rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
        <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
        This is the only time the key is shown. It is stored as a hash: nobody can read it again, and a lost
        key can only be replaced.
      </p>
      <Input
        label="API key"
        readOnly={true}
        value={key}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="[&_input]:h-10 [&_input]:bg-sunken [&_input]:font-mono [&_input]:text-code"
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="primary" text={key} onCopied={onCopied}>
          Copy
        </CopyButton>
        <CopyButton text={envLine(key)} onCopied={onCopied}>
          Copy as .env line
        </CopyButton>
        <CopyButton text={curlTest({ url, key, scopes })} onCopied={onCopied}>
          Copy curl test
        </CopyButton>
      </div>
    </div>
  );
}
