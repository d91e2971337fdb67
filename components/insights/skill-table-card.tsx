'use client';

/** Each skill in a row: how often it is used, how well runs with it go, its own lift, and when it last changed. */
import { useState } from 'react';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { pointsText, shareText } from '../charts/evidence-number.ts';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { ChevronDown, ChevronUp } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { type Column, Numeral, Table } from '../ui/layout/table.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { followInPlace, oneOf, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import type { SkillRate } from './insight-types.ts';
import { directionOf, SKILL_COLUMNS, type SkillColumn, sortSkills } from './insight-types.ts';

const FIRST_SHOWN = 15;

const STATE = {
  sort: oneOf(SKILL_COLUMNS, 'uses'),
  reversed: oneOf(['', 'yes'], ''),
};

const HEADERS: Record<SkillColumn, string> = {
  name: 'Skill',
  uses: 'Uses',
  success: 'Success',
  lift: 'Lift',
  changed: 'Last change',
};

const OPTIONS = SKILL_COLUMNS.map((value) => ({ value, label: `Sort by ${HEADERS[value].toLowerCase()}` }));

interface SkillTableProps {
  skills: readonly SkillRate[];
  leftOut: number;
  /** Whether they are of different agents. */
  ofAll: boolean;
}

export function SkillTableCard({ skills, leftOut, ofAll }: SkillTableProps) {
  const [all, setAll] = useState(false);
  const [{ sort, reversed }, change] = useUrlState(STATE);
  const hrefOf = useAgentHref();
  const columns = useColumns(ofAll);
  if (skills.length === 0) return null;
  const sorted = sortSkills(skills, sort, reversed === 'yes');
  const shown = all ? sorted : sorted.slice(0, FIRST_SHOWN);
  return (
    <Card
      title="Skill overview"
      note={leftOut === 0 ? undefined : `without the ${upToMost(leftOut)} least used`}
      flush={true}
      actions={
        <Select
          label="Order of the skills"
          hideLabel={true}
          value={sort}
          options={OPTIONS}
          onValueChange={(value) =>
            change({ sort: STATE.sort.parse(value) ?? STATE.sort.defaultValue, reversed: '' })
          }
          className="w-44 md:hidden"
        />
      }
    >
      <Table
        caption="Skills with their uses, success and lift"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(`/skills/${id}`)}
      />
      {sorted.length > shown.length ? (
        <div className="border-line border-t px-4 py-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {sorted.length} skills
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function useColumns(ofAll: boolean): Column<SkillRate>[] {
  const [{ sort, reversed }] = useUrlState(STATE);
  const head = (key: SkillColumn) => ({
    key,
    header: <SortLink column={key} />,
    sorted: sort === key ? directionOf(key, reversed === 'yes') : undefined,
  });
  return [
    { ...head('name'), cell: (skill) => <Name skill={skill} ofAll={ofAll} /> },
    {
      ...{ key: 'status', header: 'Status', tells: ({ status }) => status !== 'active' },
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    { ...head('uses'), kind: 'number', word: 'uses', cell: ({ uses }) => <Numeral value={uses} /> },
    {
      ...head('success'),
      ...{ kind: 'number', word: 'success', tells: ({ rate }) => rate !== null },
      cell: ({ rate }) => (rate === null ? <Unknown means="No run with a reward" /> : shareText(rate)),
    },
    {
      ...head('lift'),
      ...{ kind: 'number', word: 'lift', tells: ({ worth }) => worth !== null && worth.effect !== null },
      cell: ({ worth }) => <Lift worth={worth} />,
    },
    { ...head('changed'), kind: 'number', word: 'changed', cell: ({ changedAt }) => <Time at={changedAt} /> },
  ];
}

function Name({ skill: { name, agentId }, ofAll }: { skill: SkillRate; ofAll: boolean }) {
  const owner = agentId === '*' ? 'shared' : agentId;
  return (
    <>
      {name}
      {ofAll || agentId === '*' ? <span className="font-normal text-quiet"> · {owner}</span> : null}
    </>
  );
}

/** The difference in points with its interval; a sign and a word say whether it is clear. */
function Lift({ worth }: Pick<SkillRate, 'worth'>) {
  if (worth === null) return <Unknown means="Not measured: no session goes without it" />;
  const { effect, effectAlwaysValid: range } = worth;
  if (effect === null || range === null) return <Unknown means="Too little evidence yet" />;
  const [low, high] = range;
  const verdict = low > 0 ? 'helps' : high < 0 ? 'hurts' : 'not clear';
  return (
    <span title={`90 % interval, valid at any time: ${pointsText(low)} to ${pointsText(high)} points`}>
      {pointsText(effect)} <span className="text-caption text-quiet">{verdict}</span>
    </span>
  );
}

function Unknown({ means }: { means: string }) {
  return (
    <span title={means} className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{means}</span>
    </span>
  );
}

function SortLink({ column }: { column: SkillColumn }) {
  const [{ sort, reversed }, , hrefFor] = useUrlState(STATE);
  const current = sort === column;
  const Arrow = directionOf(column, reversed === 'yes') === 'ascending' ? ChevronUp : ChevronDown;
  return (
    <Link
      href={hrefFor({ sort: column, reversed: current && reversed === '' ? 'yes' : '' })}
      scroll={false}
      onClick={followInPlace}
      className="inline-flex min-h-6 items-center gap-0.5 hover:text-ink"
    >
      {HEADERS[column]}
      {current ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
    </Link>
  );
}
