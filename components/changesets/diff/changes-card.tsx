'use client';

/** All changes of the changeset, in the order in which its skills are read. */
import { type RefObject, useRef, useState } from 'react';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CopyButton } from '../../ui/forms/copy-button.tsx';
import { Columns2, PencilLine, Rows2 } from '../../ui/generated/icons.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Pair, pairOps, wordingOf } from '../amend/amendment-pairs.ts';
import { type Detail, useView } from '../detail.ts';
import { Findings } from '../preview/findings.tsx';
import { actorIn } from '../words.ts';
import { type SkillChanges as Changes, cardsOf } from './change-cards.ts';
import { useMask } from './masked.ts';
import { SkillChanges } from './skill-changes.tsx';

interface ChangesCardProps {
  detail: Detail;
  groups: readonly Changes[];
  unfolded: boolean;
  onFold: () => void;
  onLayout: () => void;
  onAmend: () => void;
}

export function ChangesCard({ detail, groups, unfolded, onFold, ...actions }: ChangesCardProps) {
  const { level } = useView();
  const { changeset, findingsByOp } = detail;
  const cards = cardsOf(groups);
  const ref = useCardKeys();
  const Heading = level === 2 ? 'h2' : 'h3';
  const elsewhere = changeset.safetyFindings.filter((finding) => !findingsByOp.flat().includes(finding));
  return (
    <section ref={ref} aria-label="Changes" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-semibold text-heading">
          Changes <span className="font-normal text-quiet tabular-nums">{cards.length}</span>
        </Heading>
        <Actions pending={changeset.status === 'pending'} {...actions} />
      </header>
      {changeset.originalOps === null ? null : <AmendedNotice detail={detail} />}
      <Findings findings={elsewhere} quoted="Applies to all changes together." />
      {groups.map((changes) => (
        <SkillChanges
          key={changes.name}
          changes={changes}
          cards={cards}
          named={groups.length > 1}
          unfolded={unfolded}
          onFold={onFold}
        />
      ))}
      <JsonView ops={changeset.ops} />
    </section>
  );
}

interface ActionsProps {
  pending: boolean;
  onLayout: () => void;
  onAmend: () => void;
}

function Actions({ pending, onLayout, onAmend }: ActionsProps) {
  const { layout } = useView();
  useShortcut('change.amend', onAmend, { enabled: useAllowed('review') && pending });
  const Icon = layout === 'side' ? Rows2 : Columns2;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-1">
      <Button
        variant="quiet"
        size="small"
        shortcut="read.layout"
        onClick={onLayout}
        className="max-md:hidden"
      >
        <Icon aria-hidden="true" />
        {layout === 'side' ? 'Inline' : 'Side by side'}
      </Button>
      {pending ? (
        <ScopedButton scope="review" variant="quiet" size="small" shortcut="change.amend" onClick={onAmend}>
          <PencilLine aria-hidden="true" />
          Amend
        </ScopedButton>
      ) : null}
    </div>
  );
}

/** The operations as they are stored, to copy from; secrets stay masked. */
function JsonView({ ops }: { ops: readonly Operation[] }) {
  const [open, setOpen] = useState(false);
  const mask = useMask();
  const hide = (_: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
  const text = open ? JSON.stringify(ops, hide, 2) : '';
  return (
    <div className="-mt-2.5 flex min-w-0 flex-col gap-2">
      <div className="flex gap-2">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2 self-start"
        >
          {open ? 'Hide the JSON' : 'View as JSON'}
        </Button>
        {open ? (
          <CopyButton variant="quiet" size="small" text={text}>
            Copy
          </CopyButton>
        ) : null}
      </div>
      {open ? (
        <LearnedText
          as="pre"
          text={text}
          className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-code"
        />
      ) : null}
    </div>
  );
}

// `n` and `⇧n` go from change to change; where they start is where the focus is.

/** Put the ref on what holds the cards; each card has `data-change` and can take the focus. */
function useCardKeys(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  const go = (step: 1 | -1) => {
    const cards = [...(ref.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = at < 0 ? cards[step > 0 ? 0 : cards.length - 1] : cards[at + step];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('read.next-card', () => go(1));
  useShortcut('read.previous-card', () => go(-1));
  return ref;
}

function AmendedNotice({ detail }: { detail: Detail }) {
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
