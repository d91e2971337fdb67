'use client';

/** Says that a reviewer reworded the proposal, and shows what was proposed against what stands now. */
import { useState } from 'react';
import { WordDiff } from '../../diff/word-diff.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { PencilLine } from '../../ui/generated/icons.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';
import { actorIn } from '../words.ts';
import { type Pair, pairOps, wordingOf } from './amendment-pairs.ts';

export function AmendedNotice({ detail }: { detail: Detail }) {
  const { changeset, activity } = detail;
  const [open, setOpen] = useState(false);
  if (changeset.originalOps === null) return null;
  const pairs = pairOps(changeset.originalOps, changeset.ops);
  const by = activity.findLast(({ action }) => action === 'changeset.amended')?.actor;
  return (
    <section
      aria-label="Amendment"
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-accent-soft/50 px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PencilLine aria-hidden="true" className="size-4 shrink-0 text-accent" />
        <p className="min-w-0">
          <LearnedText
            text={`Amended${by === undefined ? '' : ` by ${actorIn(detail, by)}`}: ${summaryOf(pairs)}.`}
          />
        </p>
        <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the original' : 'Compare with the original'}
        </Button>
      </div>
      {open ? (
        <ol className="flex flex-col gap-2">
          {pairs.map((pair, index) => (
            <PairRow key={index.toString()} pair={pair} />
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function summaryOf(pairs: readonly Pair[]): string {
  const count = (test: (pair: Pair) => boolean) => pairs.filter(test).length;
  const parts = [
    [count(({ same, original, amended }) => !same && original !== null && amended !== null), 'reworded'],
    [count(({ amended }) => amended === null), 'left out'],
    [count(({ original }) => original === null), 'newly written'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${said.join(', ') || 'nothing changed'} of ${counted(pairs.length, 'change')}`;
}

function PairRow({ pair: { original, amended, same } }: { pair: Pair }) {
  const { layout } = useView();
  const mask = useMask();
  if (same) return null;
  return (
    <li className="rounded-md bg-surface px-3 py-2">
      <WordDiff
        before={original === null ? null : mask(wordingOf(original))}
        after={amended === null ? null : mask(wordingOf(amended))}
        layout={layout}
      />
    </li>
  );
}
