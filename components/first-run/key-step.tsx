/** Step 1: a key for the first agent, made here and shown once. */
'use client';

import { useState } from 'react';
import { faultOf } from '../api/fault.ts';
import { CreatedKey } from '../keys/created-key.tsx';
import { type useCreateKey, useLeaveGuard } from '../keys/use-create-key.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed, useViewer } from '../shell/viewer.ts';
import { Step } from './step.tsx';

interface KeyStepProps {
  keys: number;
  creation: ReturnType<typeof useCreateKey>;
}

function factsOf(keys: number, admin: boolean, needed: boolean): string {
  if (!needed && keys === 0) {
    return 'Authentication is off here, so that the snippets below also work without a key.';
  }
  if (keys > 0) {
    const word = keys === 1 ? '1 key' : `${keys} keys`;
    return `This tenant has ${word}. Use one with the learn scope, or create another for this agent.`;
  }
  return admin
    ? 'An agent needs a key with the learn scope, and nothing else.'
    : 'An agent needs a key with the learn scope. Ask an administrator for one: creating it needs the admin scope.';
}

export function KeyStep({ keys, creation }: KeyStepProps) {
  const { created, create, isPending, error } = creation;
  const { canSignOut } = useViewer();
  const admin = useAllowed('admin');
  const [copied, setCopied] = useState(false);
  useLeaveGuard(created !== null && !copied);
  return (
    <Step number={1} title="Create a key for the agent" done={keys > 0}>
      {created === null ? (
        <>
          <p className="max-w-[75ch] text-quiet">{factsOf(keys, admin, canSignOut)}</p>
          <ScopedButton
            scope="admin"
            variant={keys > 0 ? 'secondary' : 'primary'}
            loading={isPending}
            onClick={() => create({ name: 'first agent', scopes: ['learn'] })}
            className="self-start"
          >
            Create a learn key
          </ScopedButton>
          {error === null ? null : (
            <p role="alert" className="text-danger text-table">
              Not created: {faultOf(error).detail}
            </p>
          )}
        </>
      ) : (
        <CreatedKey created={created} onCopied={() => setCopied(true)} />
      )}
    </Step>
  );
}
