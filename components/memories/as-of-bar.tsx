'use client';

/** The way to another moment: a slider, steps from change to change, and an exact field. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { useAllowed } from '../shell/viewer.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { ChevronLeft, ChevronRight } from '../ui/generated/icons.tsx';
import { useExactTime } from '../ui/text/use-time.ts';
import { AsOfSlider } from './as-of-slider.tsx';
import type { ChangeMemories, MemoriesState } from './memories-state.ts';
import { earlierStop, fieldText, laterStop, momentOfField, type Span } from './moments.ts';

const BINS = 120;

interface BarProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

/** Nothing while there is no past to look at, or where it cannot be read: the list says why. */
export function AsOfBar({ agentId, state, change }: BarProps) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.memories.timeline.queryOptions(
      { agentId, bins: BINS },
      { placeholderData: keepPreviousData, enabled: useAllowed('review') },
    ),
  );
  if (data === undefined || data.from === null) return null;
  return <Bar span={{ ...data, from: data.from }} state={state} change={change} />;
}

function Bar({ span, state, change }: Omit<BarProps, 'agentId'> & { span: Span }) {
  const { as_of: asOf, ghosts } = state;
  const go = (at: string) =>
    change(at === '' ? { as_of: '', ghosts: '', tab: 'all' } : { as_of: at, tab: 'all' }, {
      history: 'replace',
    });
  return (
    <section
      aria-label="As of"
      className="flex flex-wrap items-end gap-x-5 gap-y-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <AsOfSlider span={span} at={asOf} onMove={go} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Steps span={span} at={asOf} onStep={go} />
        <ExactMoment key={asOf} at={asOf} onMoment={go} />
        <div className={cn('flex h-8 items-center', asOf === '' && 'max-md:hidden')}>
          <Switch
            label="Include inactive memories"
            checked={asOf !== '' && ghosts === 'shown'}
            disabled={asOf === ''}
            onCheckedChange={(on) => change({ ghosts: on ? 'shown' : '' })}
          />
        </div>
      </div>
    </section>
  );
}

function Steps({ span, at, onStep }: { span: Span; at: string; onStep: (at: string) => void }) {
  const [earlier, later] = [earlierStop(span, at), laterStop(span, at)];
  useShortcut('version.back', () => earlier !== null && onStep(earlier), {
    enabled: earlier !== null,
    label: 'Before the last change',
  });
  useShortcut('version.forward', () => later !== null && onStep(later), {
    enabled: later !== null,
    label: 'After the next change',
  });
  return (
    <div className="flex gap-1">
      <Button
        size="icon"
        aria-label="Before the last change"
        disabled={earlier === null}
        onClick={() => earlier !== null && onStep(earlier)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button
        size="icon"
        aria-label="After the next change"
        disabled={later === null}
        onClick={() => later !== null && onStep(later)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Keyed by the moment: what is typed stands until the moment changes by other means. */
function ExactMoment({ at, onMoment }: { at: string; onMoment: (at: string) => void }) {
  const { zone } = usePreferences().preferences;
  const exactTime = useExactTime();
  const commit = (text: string) => {
    const moment = momentOfField(text, zone);
    if (moment !== null && text !== fieldText(at, zone)) onMoment(moment);
    if (moment === null && text === '' && at !== '') onMoment('');
  };
  return (
    <Input
      type="datetime-local"
      step={1}
      label={`Exact moment${zone === 'utc' ? ', UTC' : ''}`}
      hideLabel={true}
      title={at === '' ? 'Any time, to the second' : exactTime(Date.parse(at))}
      defaultValue={fieldText(at, zone)}
      onBlur={(event) => commit(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
      }}
      className="w-58"
    />
  );
}
