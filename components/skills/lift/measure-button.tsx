'use client';

/** Starts the measurement of a skill, with what it costs and shows, or ends the one that runs. */
import { useState } from 'react';
import { MEASURED_DAYS } from '../../../server/domain/measurement/measure-skill.ts';
import { DAY_MS } from '../../../server/domain/time.ts';
import { useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Select } from '../../ui/forms/field.tsx';
import { Refused } from '../../ui/layout/refused.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useNow } from '../../ui/text/use-time.ts';
import { type Measurement, measurementText } from './measurement-text.ts';

interface MeasureButtonProps {
  skill: { id: string; name: string };
  measurement: Measurement;
}

export function MeasureButton(props: MeasureButtonProps) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const stop = useChange(trpc.skills.stopMeasuring, {
    stale: [trpc.skills, trpc.insights],
    done: { title: `${props.skill.name} is served to all sessions again`, tone: 'good' },
    failed: 'Not stopped',
  });
  const { state } = props.measurement;
  if (state === 'running') {
    return (
      <ScopedButton
        scope="admin"
        size="small"
        loading={stop.isPending}
        onClick={() => stop.mutate({ skill_id: props.skill.id })}
      >
        Stop measuring
      </ScopedButton>
    );
  }
  return (
    <>
      <ScopedButton scope="admin" size="small" onClick={() => setOpen(true)}>
        {state === 'ended' ? 'Measure again' : 'Measure this skill'}
      </ScopedButton>
      {open ? <MeasureDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const SHARES = [0.05, 0.1, 0.2];
const DAYS = [7, 14, 28, 56, MEASURED_DAYS.most];

function MeasureDialog({ skill, measurement, onClose }: MeasureButtonProps & { onClose: () => void }) {
  const now = useNow();
  const { proposed } = measurement;
  const proposedDays = Math.round((Date.parse(proposed.until) - now) / DAY_MS);
  const [share, setShare] = useState(proposed.share);
  const [days, setDays] = useState(proposedDays);
  const trpc = useTRPC();
  const start = useChange(trpc.skills.measure, {
    stale: [trpc.skills, trpc.insights],
    done: { title: `${skill.name} is being measured`, tone: 'good' },
    onDone: onClose,
  });
  const until = new Date(now + days * DAY_MS).toISOString();
  return (
    <ConfirmDialog
      title={`Measure ${skill.name}`}
      description="A share of the sessions goes without this skill, drawn at random. The difference in success is its effect."
      action="Start measuring"
      busy={start.isPending}
      onConfirm={() => start.mutate({ skill_id: skill.id, share, until })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Sessions without it"
            hint={`Proposed: ${percent(proposed.share)}`}
            value={String(share)}
            options={withValue(SHARES, proposed.share).map((one) => ({
              value: String(one),
              label: percent(one),
            }))}
            onValueChange={(value) => setShare(Number(value))}
          />
          <Select
            label="For"
            hint={`Proposed: ${proposedDays} days`}
            value={String(days)}
            options={withValue(DAYS, proposedDays).map((one) => ({
              value: String(one),
              label: `${one} days`,
            }))}
            onValueChange={(value) => setDays(Number(value))}
          />
        </div>
        <p role="status" className="text-table">
          {measurementText(measurement, { share, days })}
        </p>
        <Refused saying="Not started." error={start.error} names={{ until: 'The end', share: 'The share' }} />
      </div>
    </ConfirmDialog>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What can be chosen, the proposed value among it. */
const withValue = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].toSorted((one, other) => one - other);
