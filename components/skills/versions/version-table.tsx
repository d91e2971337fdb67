'use client';

/** A skill's history as a table; each version can be compared and gone back to. */
import { actorLabel } from '../../audit/actor-label.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { ApprovalLine } from '../approval.tsx';
import { useApprovals } from '../use-approvals.ts';
import { sourceText, type Version } from '../wording.ts';

interface Actions {
  current: number;
  onCompare: (version: number) => void;
  onRollback: (version: number) => void;
}

interface VersionTableProps extends Actions {
  rows: readonly Version[];
  id: string;
}

export function VersionTable({ rows, id, ...actions }: VersionTableProps) {
  const { ofVersion } = useApprovals(id);
  return (
    <Table
      caption="Versions of the skill"
      columns={columnsOf(actions, ofVersion)}
      rows={rows}
      rowKey={({ version }) => String(version)}
    />
  );
}

type ApprovalOf = ReturnType<typeof useApprovals>['ofVersion'];

function columnsOf({ current, onCompare, onRollback }: Actions, approvalOf: ApprovalOf): Column<Version>[] {
  return [
    {
      key: 'version',
      header: 'Version',
      cell: ({ version }) => (
        <span className="inline-flex items-center gap-2 font-medium tabular-nums">
          v{version}
          {version === current ? <Badge tone="accent">current</Badge> : null}
        </span>
      ),
    },
    {
      ...{ key: 'source', header: 'From' },
      cell: (version) => <Origin version={version} approval={approvalOf(version.version)} />,
    },
    {
      key: 'by',
      header: 'By',
      word: 'by',
      cell: ({ createdBy: actor, createdByName: name }) => (
        <span className="break-all" title={inWords(actor)}>
          <LearnedText text={actorLabel({ actor, name })} />
        </span>
      ),
    },
    { key: 'rules', header: 'Rules', word: 'rules', kind: 'number', cell: ({ bullets }) => bullets.length },
    { key: 'at', header: 'When', cell: ({ createdAt: at }) => <Time at={at} /> },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ version }) => (
        <span className="inline-flex gap-1">
          {version > 1 ? (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Compare v${version} with v${version - 1}`}
              onClick={() => onCompare(version)}
            >
              Compare
            </Button>
          ) : null}
          {version === current ? null : (
            <ScopedButton
              scope="review"
              size="small"
              variant="quiet"
              aria-label={`Roll back to v${version}`}
              onClick={() => onRollback(version)}
            >
              Roll back
            </ScopedButton>
          )}
        </span>
      ),
    },
  ];
}

function Origin({ version, approval }: { version: Version; approval: ReturnType<ApprovalOf> }) {
  return (
    <span className="flex min-w-0 flex-col md:max-w-96">
      <Source version={version} />
      {approval === null ? null : <ApprovalLine approval={approval} withVersion={false} />}
    </span>
  );
}

function Source({ version: { source, changesetId } }: { version: Version }) {
  if (changesetId === null) return <LearnedText text={sourceText(source)} />;
  return (
    <Link
      href={`/changesets/${changesetId}`}
      className="relative inline-flex min-h-6 items-center text-accent hover:text-accent-strong"
    >
      <LearnedText text={sourceText(source)} />
    </Link>
  );
}
