/** A comment: posted by itself, or sent along with the approval. */
'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Textarea } from '../../ui/forms/field.tsx';
import { usePostComment } from '../support/use-post-comment.ts';
import { useDraft } from './drafts.ts';

const LONGEST = 4000;

interface CommentBoxProps {
  id: string;
  /** The approval's label and action; null where approving needs a confirmation of its own. */
  approve: { label: string; run: (comment: string) => void } | null;
  /** Whether the reviewer has just asked for it, and is not only coming back to what they began. */
  asked: boolean;
  onClose: () => void;
}

export function CommentBox({ id, approve, asked, onClose }: CommentBoxProps) {
  const [text = '', keep] = useDraft(id, 'comment');
  const box = useRef<HTMLFormElement>(null);
  const close = () => {
    keep(undefined);
    onClose();
  };
  const { post, busy, error } = usePostComment(id, close);
  const send = () => post(text);
  useShortcut('form.submit', send, { label: 'Post the comment' });
  useEffect(() => (asked ? box.current?.querySelector('textarea')?.focus() : undefined), [asked]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <form
      ref={box}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label="Comment"
      className="flex flex-col gap-2.5"
    >
      <Textarea
        label="Comment"
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => keep(event.target.value || undefined)}
        invalid={error === null ? undefined : `Not posted: ${error.detail}`}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        {approve === null ? null : (
          <Button disabled={text.trim() === ''} onClick={() => approve.run(text.trim())}>
            {approve.label} with this
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={text.trim() === ''}
          loading={busy}
          shortcut="form.submit"
        >
          Post
        </Button>
      </div>
    </form>
  );
}
