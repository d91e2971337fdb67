'use client';

/** The history: who made each version, and what any two of them differ in. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '../../api/trpc.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { Select } from '../../ui/forms/field.tsx';
import { ArrowRight } from '../../ui/generated/icons.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Loading, LoadMore } from '../../ui/layout/states.tsx';
import { useUrlState } from '../../url/use-url-state.ts';
import { SKILL_STATE, type SkillSummary } from '../wording.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import { VersionsCompared } from './version-diff.tsx';
import { VersionTable } from './version-table.tsx';

const PAGE = 50;

export function VersionsTab({ summary }: { summary: SkillSummary }) {
  const { id, version: current } = summary;
  const [{ from, to }, change] = useUrlState(SKILL_STATE);
  const [target, setTarget] = useState<number | null>(null);
  const history = useHistory(id, current);
  if (history.data === undefined) return <Loading query={history} what="the versions" count={8} />;
  const rows = history.data.pages.flat();
  const compare = (version: number) => change({ from: version - 1, to: version });
  return (
    <>
      {current > 1 ? <CompareCard summary={summary} from={from} to={to} change={change} /> : null}
      <Card title="History" note="Newest first; never rewritten" flush={true}>
        <VersionTable id={id} rows={rows} current={current} onCompare={compare} onRollback={setTarget} />
        <LoadMore list={history} shown={rows.length} noun="version" />
      </Card>
      {target === null ? null : (
        <RollbackDialog summary={summary} version={target} onClose={() => setTarget(null)} />
      )}
    </>
  );
}

/** The pages of the history, loaded again when there is a newer version. */
function useHistory(id: string, current: number) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: [...trpc.skills.versions.pathKey(), 'history', id, current],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => client.skills.versions.query({ id, limit: PAGE, before: pageParam }),
    getNextPageParam: (page) => {
      const oldest = page.at(-1)?.version ?? 1;
      return page.length < PAGE || oldest === 1 ? null : oldest;
    },
    placeholderData: (before) => before,
  });
}

/** Any two versions compared; which ones is part of the address, and the bracket keys step through them. */
interface CompareProps {
  summary: SkillSummary;
  from: number;
  to: number;
  change: (changes: { from?: number; to?: number }) => void;
}

function CompareCard({ summary, from, to, change }: CompareProps) {
  const current = summary.version;
  const newer = within(to === 0 ? current : to, current);
  const older = within(from === 0 ? newer - 1 : from, current);
  const step = (by: number) =>
    change({ from: within(newer + by - 1, current), to: within(newer + by, current) });
  useShortcut('version.back', () => step(-1), { enabled: newer > 2 });
  useShortcut('version.forward', () => step(1), { enabled: newer < current });
  const options = Array.from({ length: current }, (_, index) => {
    const version = current - index;
    return { value: String(version), label: version === current ? `v${version} (current)` : `v${version}` };
  });
  return (
    <Card
      title="Compare"
      actions={
        <>
          <Select
            label="From version"
            hideLabel={true}
            value={String(older)}
            options={options}
            onValueChange={(value) => change({ from: Number(value), to: newer })}
            className="w-36 max-sm:w-28"
          />
          <ArrowRight aria-hidden="true" className="size-4 text-quiet" />
          <Select
            label="To version"
            hideLabel={true}
            value={String(newer)}
            options={options}
            onValueChange={(value) => change({ from: older, to: Number(value) })}
            className="w-36 max-sm:w-28"
          />
        </>
      }
    >
      <VersionsCompared id={summary.id} from={older} to={newer} />
    </Card>
  );
}

function within(version: number, current: number): number {
  return Math.min(Math.max(version, 1), current);
}
