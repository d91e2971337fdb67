/** Any two versions compared; which ones is part of the address, and the bracket keys step through them. */
'use client';

import { ArrowRight } from 'lucide-react';
import { useShortcut } from '../../keyboard/registry.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import type { SkillSummary } from '../wording.ts';
import { VersionsCompared } from './versions-compared.tsx';

interface CompareProps {
  summary: SkillSummary;
  from: number;
  to: number;
  change: (changes: { from?: number; to?: number }) => void;
}

export function CompareCard({ summary, from, to, change }: CompareProps) {
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
