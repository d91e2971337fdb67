/** All changes of the changeset, in the order in which its skills are read. */
'use client';

import { Columns2, Rows2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cardsOf, changesBySkill } from './change-cards.ts';
import type { Detail } from './detail.ts';
import { Findings } from './findings.tsx';
import { JsonView } from './json-view.tsx';
import { SkillChanges } from './skill-changes.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useView } from './view-state.ts';

interface ChangesCardProps {
  detail: Detail;
  unfolded: boolean;
  onFold: () => void;
  onLayout: () => void;
}

export function ChangesCard({ detail, unfolded, onFold, onLayout }: ChangesCardProps) {
  const { level, layout } = useView();
  const { changeset, skills, findingsByOp, episodes } = detail;
  const groups = changesBySkill({ ops: changeset.ops, skills, findingsByOp });
  const cards = cardsOf(groups);
  const ref = useCardKeys();
  const Heading = level === 2 ? 'h2' : 'h3';
  const Icon = layout === 'side' ? Rows2 : Columns2;
  const elsewhere = changeset.safety_findings.filter((finding) => !findingsByOp.flat().includes(finding));
  return (
    <section ref={ref} aria-label="Changes" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-semibold text-heading">
          Changes <span className="font-normal text-quiet tabular-nums">{cards.length}</span>
        </Heading>
        <Button
          variant="quiet"
          size="small"
          shortcut="read.layout"
          onClick={onLayout}
          className="ml-auto max-md:hidden"
        >
          <Icon aria-hidden="true" />
          {layout === 'side' ? 'Inline' : 'Side by side'}
        </Button>
      </header>
      <Findings findings={elsewhere} quoted="About the changes taken together." />
      {groups.map((changes) => (
        <SkillChanges
          key={changes.name}
          changes={changes}
          cards={cards}
          episodes={episodes}
          named={groups.length > 1}
          unfolded={unfolded}
          onFold={onFold}
        />
      ))}
      <JsonView ops={changeset.ops} />
    </section>
  );
}
