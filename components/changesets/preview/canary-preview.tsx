'use client';

/** What a canary would need, where approving starts one. */
import { useQuery } from '@tanstack/react-query';
import { RULE_NOTES } from '../../../server/domain/skills/canary/rules.ts';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { Card } from '../../ui/layout/card.tsx';
import { type Detail, useView } from '../detail.ts';

type Settings = Outputs['session']['me']['settings']['canary'];

export function CanaryPreview({ detail: { approval } }: { detail: Detail }) {
  const trpc = useTRPC();
  const { level } = useView();
  const usual = approval?.asUsual;
  const starts = usual?.status === 'canary';
  const { data: me } = useQuery({
    ...trpc.session.me.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: starts,
  });
  if (!starts || me === undefined) return null;
  const { canary } = me.settings;
  const from = usual.versions[0]?.from;
  const created = usual.versions.filter((version) => version.from === null).map(({ name }) => name);
  return (
    <Card title="Canary on approval" level={level}>
      {created.length === 0 ? null : (
        <p className="max-w-[75ch]">Only if it is promoted, {created.join(' and ')} is created too.</p>
      )}
      <p className="max-w-[75ch] text-quiet">{boundsText(canary, from ?? null)}</p>
      <p className="max-w-[75ch] text-quiet">
        Canary rule {canary.rule}: {RULE_NOTES[canary.rule]}
      </p>
    </Card>
  );
}

function boundsText(canary: Settings, from: number | null): string {
  const floor = Math.round(canary.floor * 100);
  return (
    `v${from ?? 1} against the candidate. Each is served to at least ${floor} % of recalls, ` +
    `${canary.minSamples} rated runs per arm before a verdict, at most ${canary.maxSamples} rated runs or ${canary.maxDays} days.`
  );
}
