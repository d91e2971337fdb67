/** Step 3: the id once more, by hand, and a button that says how much it erases. */
'use client';

import { type FormEvent, useState } from 'react';
import { faultOf } from '../api/fault.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input } from '../ui/field.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { rowsText } from './counts.ts';

interface ConfirmFormProps {
  userId: string;
  total: number;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
}

export function ConfirmForm({ userId, total, loading, error, onConfirm }: ConfirmFormProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const wrong = typed !== userId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!wrong) onConfirm();
  };
  return (
    <Card title="3. Confirm" className="max-w-4xl">
      <form onSubmit={submit} noValidate={true} className="flex flex-col items-start gap-4">
        <p className="max-w-[75ch] text-quiet">
          This cannot be undone. It counts for every agent of this tenant, and from the moment it ends no
          recall can serve anything of this user.
        </p>
        <Input
          label="Type the user id to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          fault={asked && wrong ? 'That is not the user id above' : null}
          className="w-full max-w-md"
        />
        {error === null ? null : (
          <p role="alert" className="text-danger text-table">
            Not erased: <LearnedText text={faultOf(error).detail} />
          </p>
        )}
        <Button
          type="submit"
          variant="danger"
          loading={loading}
          className="h-auto min-h-8 whitespace-normal py-1"
        >
          <span className="break-all">
            Erase {rowsText(total)} for <LearnedText text={userId} />
          </span>
        </Button>
      </form>
    </Card>
  );
}
