'use client';

/** The table of skills: what each is, how well it does, what waits on it. */
import { FlaskConical, Pin } from '../ui/generated/icons.tsx';
import { type Column, Numeral, Table } from '../ui/layout/table.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { counted } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Success } from './success.tsx';
import { ownerText, type SkillSummary } from './wording.ts';

/** Controls in a row stand above the link that lies over it. */
const ABOVE = 'relative z-10 inline-flex min-h-6 items-center gap-1';

/** Between a phone and a desk there is no room for everything; the skill’s own page has it. */
const NARROW = 'md:max-lg:hidden';

const COLUMNS: readonly Column<SkillSummary>[] = [
  {
    key: 'name',
    header: 'Name',
    className: 'md:max-w-80',
    cell: ({ name }) => <LearnedText text={name} className="md:block md:min-w-32 wrap-anywhere" />,
  },
  { key: 'owner', header: 'Agent', cell: (skill) => <Owner skill={skill} /> },
  { key: 'status', header: 'Status', cell: (skill) => <SkillStatus skill={skill} /> },
  {
    key: 'version',
    header: 'Version',
    kind: 'number',
    className: NARROW,
    cell: ({ version }) => `v${version}`,
  },
  {
    key: 'uses',
    header: 'Uses',
    word: 'uses',
    kind: 'number',
    className: NARROW,
    cell: ({ uses }) => <Numeral value={uses} as="short" />,
  },
  {
    key: 'success',
    header: 'Success, 90 %',
    word: 'success',
    // On a card the rate stands last, in a line of its own.
    className: 'max-md:order-1 max-md:w-full',
    tells: ({ success }) => success.rate !== null,
    cell: ({ success }) => <Success success={success} inTable={true} />,
  },
  {
    key: 'waiting',
    header: 'Open changes',
    word: 'open',
    tells: isWaiting,
    cell: (skill) => <Waiting skill={skill} />,
  },
  {
    key: 'used',
    header: 'Last used',
    word: 'last used',
    className: NARROW,
    tells: ({ lastUsedAt }) => lastUsedAt !== null,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-faint">never</span> : <Time at={lastUsedAt} />,
  },
];

export function SkillTable({ rows }: { rows: readonly SkillSummary[] }) {
  const hrefOf = useAgentHref();
  return (
    <Table
      caption="Skills"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => hrefOf(`/skills/${id}`)}
    />
  );
}

function Owner({ skill: { agentId, hidesShared } }: { skill: SkillSummary }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {agentId === '*' ? <Badge>shared</Badge> : <LearnedText text={agentId} className="break-all" />}
      {hidesShared ? (
        <Badge
          tone="attention"
          title={`${ownerText(agentId)} reads this one instead of the shared skill of the same name`}
        >
          hides shared
        </Badge>
      ) : null}
    </span>
  );
}

function SkillStatus({ skill: { status, pinned } }: { skill: SkillSummary }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusBadge status={status} />
      {pinned ? (
        <span title="Pinned: never becomes stale or archived" className="text-quiet">
          <Pin aria-hidden="true" className="size-3.5" />
          <span className="sr-only">pinned</span>
        </span>
      ) : null}
    </span>
  );
}

function isWaiting({ openChangesets, canary }: SkillSummary): boolean {
  return openChangesets > 0 || canary !== null;
}

function Waiting({ skill }: { skill: SkillSummary }) {
  const { id, openChangesets, canary } = skill;
  if (!isWaiting(skill)) return <span className="text-faint">none</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5">
      {openChangesets > 0 ? (
        <Link
          href={`/skills/${id}?tab=changesets`}
          className={`${ABOVE} text-accent hover:text-accent-strong`}
        >
          {counted(openChangesets, 'change')}
        </Link>
      ) : null}
      {canary === null ? null : (
        <Link href={`/canaries/${canary}`} className={`${ABOVE} text-accent hover:text-accent-strong`}>
          <FlaskConical aria-hidden="true" className="size-3.5" />
          canary
        </Link>
      )}
    </span>
  );
}
