'use client';

/** What a rehearsal found: what differs first, each with what it says, then the figures. */
import type { ReactNode } from 'react';
import type { Concerns } from '../../server/domain/admin/rehearsal/setting-names.ts';
import { Card } from '../ui/layout/card.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { counted, grouped } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import {
  byWeight,
  type Difference,
  fateWords,
  gapWords,
  isAgainstReviewer,
  type RehearsedCanary,
  type Result,
  standingWords,
} from './words.ts';

const LINK = 'underline decoration-line underline-offset-3 hover:decoration-current';

function Said({ href, id, sentence }: { href: string; id: string; sentence: string | null }) {
  return (
    <Link href={href} className={LINK}>
      {sentence === null ? (
        id
      ) : (
        <LearnedText text={sentence} className="line-clamp-2 [overflow-wrap:anywhere]" />
      )}
    </Link>
  );
}

const CHANGESETS: Column<Difference>[] = [
  {
    key: 'says',
    header: 'Changeset',
    className: 'md:w-2/5 md:[td&]:py-2',
    cell: ({ changesetId, sentence }) => (
      <Said href={`/changesets/${changesetId}`} id={changesetId} sentence={sentence} />
    ),
  },
  {
    key: 'was',
    header: 'Was',
    word: 'was',
    className: 'md:[td&]:whitespace-nowrap',
    cell: ({ was }) => standingWords(was),
  },
  {
    key: 'wouldBe',
    header: 'Would be',
    word: 'would be',
    className: 'md:[td&]:min-w-44 md:[td&]:py-2',
    cell: ({ wouldBe, gap }) => (
      <span>
        <span className="font-medium">{standingWords(wouldBe)}</span>
        {gap === null ? null : (
          <span className="text-caption text-quiet md:block">
            <span className="md:hidden">: </span>
            {gapWords(gap)}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'fate',
    header: 'Decided',
    className: 'md:[td&]:whitespace-nowrap',
    cell: (row) =>
      isAgainstReviewer(row) ? <Badge tone="attention">{fateWords(row.fate)}</Badge> : fateWords(row.fate),
  },
  { key: 'at', header: 'Proposed', word: 'proposed', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const CANARIES: Column<RehearsedCanary>[] = [
  {
    key: 'says',
    header: 'Canary',
    className: 'md:w-1/2 md:[td&]:py-2',
    cell: ({ experimentId, sentence }) => (
      <Said href={`/canaries/${experimentId}`} id={experimentId} sentence={sentence} />
    ),
  },
  { key: 'was', header: 'Was', word: 'was', cell: ({ was }) => was },
  {
    key: 'wouldBe',
    header: 'Would be',
    word: 'would be',
    cell: ({ wouldBe, gap, effectiveShare }) => (
      <span className="flex flex-col">
        <span className="font-medium">{wouldBe ?? 'cannot tell'}</span>
        {gap === null ? null : <span className="text-caption text-quiet">{gapWords(gap)}</span>}
        {wouldBe === null || effectiveShare === 1 ? null : (
          <span className="text-caption text-quiet">
            estimated; {Math.round(effectiveShare * 100)} % of the sessions count
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'samples',
    header: 'Samples',
    kind: 'number',
    word: 'samples',
    cell: ({ samples, samplesBefore, wouldBe }) =>
      wouldBe === null ? Math.round(samplesBefore) : `${Math.round(samples)} of ${Math.round(samplesBefore)}`,
  },
];

/** The parts that the changed settings are about, and those in which something differs all the same. */
export function ResultView({ result, concerns }: { result: Result; concerns: Concerns }) {
  const { changesets, canaries, recalls } = result;
  const isShown = (part: { read: number; differing: number }, concerned: boolean) =>
    part.read > 0 && (concerned || part.differing > 0);
  return (
    <>
      {isShown(changesets, concerns.approval) ? <ChangesetsCard part={changesets} /> : null}
      {isShown(canaries, concerns.canaries) ? (
        <Card title="Canaries" note={leftOutText(canaries.leftOut)} flush={true}>
          <Table
            caption="Canary results"
            columns={CANARIES}
            rows={canaries.canaries}
            rowKey={(row) => row.experimentId}
          />
        </Card>
      ) : null}
      {recalls.told > 0 && isShown(recalls, concerns.recalls) ? <RecallsCard part={recalls} /> : null}
    </>
  );
}

function leftOutText(leftOut: number): string {
  return leftOut === 0 ? '' : `the oldest ${grouped(leftOut)} are left out`;
}

function ChangesetsCard({ part }: { part: Result['changesets'] }) {
  const { differences, differing, leftOut } = part;
  const note = [
    `${counted(differing, 'changeset')} would have been decided differently`,
    leftOutText(leftOut),
  ];
  return (
    <Card title="Changesets" note={note.filter((text) => text !== '').join(' · ')} flush={true}>
      {differences.length === 0 ? (
        <p className="p-4 text-quiet text-table">Every changeset would have had the same result.</p>
      ) : (
        <Table
          caption="Changesets with a different or unknown result"
          columns={CHANGESETS}
          rows={byWeight(differences)}
          rowKey={(row) => row.changesetId}
        />
      )}
    </Card>
  );
}

const SKILLS: Column<Result['recalls']['skills'][number]>[] = [
  {
    key: 'skill',
    header: 'Skill',
    cell: ({ skillId, name }) => <Said href={`/skills/${skillId}`} id={skillId} sentence={name} />,
  },
  { key: 'gained', header: 'Served more', kind: 'number', word: 'more', cell: ({ gained }) => gained },
  { key: 'lost', header: 'Served less', kind: 'number', word: 'less', cell: ({ lost }) => lost },
];

const AGENTS: Column<Result['recalls']['agents'][number]>[] = [
  { key: 'agent', header: 'Agent', cell: ({ agentId }) => <LearnedText text={agentId} /> },
  { key: 'told', header: 'Recalls', kind: 'number', word: 'recalls', cell: ({ told }) => told },
  { key: 'differing', header: 'Differ', kind: 'number', word: 'differ', cell: ({ differing }) => differing },
];

const EXAMPLES: Column<Result['recalls']['examples'][number]>[] = [
  {
    key: 'recall',
    header: 'What was asked',
    className: 'md:w-1/2 md:[td&]:py-2',
    cell: ({ recallId, query }) => <Said href={`/recalls/${recallId}`} id={recallId} sentence={query} />,
  },
  { key: 'added', header: 'Skills more', kind: 'number', word: 'more', cell: ({ added }) => added.length },
  {
    key: 'removed',
    header: 'Skills less',
    kind: 'number',
    word: 'less',
    cell: ({ removed }) => removed.length,
  },
  {
    key: 'memories',
    header: 'Memories',
    kind: 'number',
    word: 'memories',
    tells: ({ memoriesAdded, memoriesRemoved }) => memoriesAdded + memoriesRemoved > 0,
    cell: ({ memoriesAdded, memoriesRemoved }) =>
      memoriesAdded + memoriesRemoved === 0 ? '–' : `+${memoriesAdded} −${memoriesRemoved}`,
  },
];

/** Examples that are shown at once. */
const MOST_EXAMPLES = 10;

function RecallsCard({ part }: { part: Result['recalls'] }) {
  const { skills, agents, examples, differing, told, usersDiffering, leftOut } = part;
  const users = usersDiffering === 0 ? '' : `, for ${counted(usersDiffering, 'user')}`;
  const differs = `${grouped(differing)} of ${counted(told, 'recall')} ${differing === 1 ? 'differs' : 'differ'}${users}`;
  const note = [differs, leftOutText(leftOut)];
  return (
    <Card title="Recalls" note={note.filter((text) => text !== '').join(' · ')} flush={true}>
      {differing === 0 ? (
        <p className="p-4 text-quiet text-table">Every recall would have served the same.</p>
      ) : (
        <div className="flex flex-col gap-4 py-3">
          <Part title="By skill" rows={skills}>
            <Table
              caption="Skills served more or less often"
              columns={SKILLS}
              rows={skills}
              rowKey={(row) => row.skillId}
            />
          </Part>
          <Part title="By agent" rows={agents}>
            <Table caption="Recalls by agent" columns={AGENTS} rows={agents} rowKey={(row) => row.agentId} />
          </Part>
          <Part title="Examples" rows={examples}>
            <Table
              caption="Recalls with a different result"
              columns={EXAMPLES}
              rows={examples.slice(0, MOST_EXAMPLES)}
              rowKey={(row) => row.recallId}
            />
          </Part>
        </div>
      )}
    </Card>
  );
}

function Part({ title, rows, children }: { title: string; rows: readonly unknown[]; children: ReactNode }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="px-4 pb-1 font-medium text-table">{title}</h3>
      {children}
    </section>
  );
}
