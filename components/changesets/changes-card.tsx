/** All changes of the changeset, in the order in which its skills are read. */
'use client';

import { Columns2, PencilLine, Rows2 } from 'lucide-react';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { Button } from '../ui/button.tsx';
import { AmendedNotice } from './amended-notice.tsx';
import { type SkillChanges as Changes, cardsOf } from './change-cards.ts';
import type { Detail } from './detail.ts';
import { Findings } from './findings.tsx';
import { JsonView } from './json-view.tsx';
import { SkillChanges } from './skill-changes.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useView } from './view-state.ts';

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
  const elsewhere = changeset.safety_findings.filter((finding) => !findingsByOp.flat().includes(finding));
  return (
    <section ref={ref} aria-label="Changes" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-semibold text-heading">
          Changes <span className="font-normal text-quiet tabular-nums">{cards.length}</span>
        </Heading>
        <Actions pending={changeset.status === 'pending'} {...actions} />
      </header>
      <AmendedNotice detail={detail} />
      <Findings findings={elsewhere} quoted="About the changes taken together." />
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
