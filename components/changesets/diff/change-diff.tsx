/** The wording of one change, and the smaller parts that change with it, each under its name. */
'use client';

import { WordDiff } from '../../diff/word-diff.tsx';
import { ArrowRight } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useView } from '../detail.ts';
import type { ChangeCard } from './change-cards.ts';
import { useMask } from './masked.ts';
import type { SmallChange } from './small-changes.ts';
import { UnchangedText } from './unchanged-text.tsx';

export function ChangeDiff({ card: { before, after, survivor, small } }: { card: ChangeCard }) {
  const { layout } = useView();
  const mask = useMask();
  const hide = (text: string | null) => (text === null ? null : mask(text));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {before !== null && before === after ? (
        <UnchangedText text={mask(before)} />
      ) : (
        <WordDiff before={hide(before)} after={hide(after)} layout={layout} />
      )}
      {survivor === null || before === null ? null : (
        <div className="flex flex-col gap-1 border-line border-l-2 pl-3">
          <p className="text-caption text-quiet">
            Replaced by this rule. Text that only this rule has is marked:
          </p>
          <WordDiff before={mask(before)} after={mask(survivor.content)} layout="inline" />
        </div>
      )}
      {small.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-table">
          {small.map((change) => (
            <Small key={change.label} change={change} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Small({ change: { label, before, after } }: { change: SmallChange }) {
  const mask = useMask();
  return (
    <>
      <dt className="text-caption text-quiet leading-[18px]">{label}</dt>
      <dd className="min-w-0 whitespace-pre-wrap break-words">
        {before === null ? null : (
          <del className="rounded-xs bg-removed-soft px-0.5 text-removed">
            <span className="sr-only">removed: </span>
            <LearnedText text={mask(before)} />
          </del>
        )}
        {before !== null && after !== null ? (
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3 text-quiet" />
        ) : null}
        {after === null ? null : (
          <ins className="rounded-xs bg-added-soft px-0.5 text-added no-underline">
            <span className="sr-only">added: </span>
            <LearnedText text={mask(after)} />
          </ins>
        )}
      </dd>
    </>
  );
}
