/** Two versions in one reading: added, changed and removed rules with words marked, the rest counted. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeTrigger } from '../../../server/domain/moments/wording.ts';
import { useTRPC } from '../../api/trpc.ts';
import { KindTag } from '../../changesets/diff/change-card.tsx';
import { WordDiff } from '../../diff/word-diff.tsx';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorBlock, SkeletonRows } from '../../ui/layout/states.tsx';
import { asSentence, counted } from '../../ui/text/counted.ts';
import type { Version } from '../wording.ts';
import {
  type Compared,
  type Comparison,
  compareVersions,
  isSame,
  type RuleChange,
} from './compare-versions.ts';

type Layout = 'inline' | 'side';

function VersionDiff({ before, after }: { before: Compared; after: Compared }) {
  const [layout, setLayout] = useState<Layout>('inline');
  const flip = () => setLayout((now) => (now === 'inline' ? 'side' : 'inline'));
  useShortcut('read.layout', flip);
  const comparison = compareVersions(before, after);
  if (isSame(comparison)) return <p className="text-quiet">The two versions are the same.</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-table">{summaryOf(comparison)}</p>
        <Button size="small" variant="quiet" shortcut="read.layout" onClick={flip} className="max-md:hidden">
          {layout === 'inline' ? 'Side by side' : 'Inline'}
        </Button>
      </div>
      <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
        <Heading name="Description" change={comparison.description} layout={layout} />
        <Heading name="Tags" change={comparison.tags} layout={layout} />
        {comparison.rules.map((change) => (
          <ChangedRule key={change.id} change={change} layout={layout} />
        ))}
      </ol>
      {comparison.unchanged === 0 ? null : (
        <p className="text-caption text-quiet">
          {counted(comparison.unchanged, 'unchanged rule')}
          {comparison.reordered ? ', in another order' : ''}
        </p>
      )}
    </div>
  );
}

function summaryOf({ rules, description, tags }: Comparison): string {
  const of = (kind: RuleChange['kind']) => rules.filter((change) => change.kind === kind).length;
  const parts = [
    of('added') > 0 ? `${counted(of('added'), 'rule')} added` : '',
    of('changed') > 0 ? `${counted(of('changed'), 'rule')} changed` : '',
    of('removed') > 0 ? `${counted(of('removed'), 'rule')} removed` : '',
    description === null ? '' : 'another description',
    tags === null ? '' : 'other tags',
  ].filter((part) => part !== '');
  return asSentence(parts.join(', ')) || 'The same rules in another order';
}

interface HeadingProps {
  name: string;
  change: { before: string; after: string } | null;
  layout: Layout;
}

function Heading({ name, change, layout }: HeadingProps) {
  if (change === null) return null;
  return (
    <li className="flex flex-col gap-2 p-3">
      <p className="font-medium text-caption text-quiet">{name}</p>
      <WordDiff before={change.before} after={change.after} layout={layout} />
    </li>
  );
}

function ChangedRule({ change, layout }: { change: RuleChange; layout: Layout }) {
  const { kind, section, before, after } = change;
  const both = before !== null && after !== null;
  const moved = both && before.section !== after.section;
  const place = moved ? `from ${before.section} to ${after.section}` : section;
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex items-center gap-2">
        <KindTag kind={kind} />
        <span className="inline-block text-caption text-quiet first-letter:uppercase">{place}</span>
      </div>
      <WordDiff before={before?.content ?? null} after={after?.content ?? null} layout={layout} />
      {both ? (
        <>
          <Detail name="Answers" before={before.issue} after={after.issue} />
          <Detail name="Keywords" before={before.keywords.join(', ')} after={after.keywords.join(', ')} />
          <Detail name="Trigger" before={describeTrigger(before)} after={describeTrigger(after)} />
        </>
      ) : null}
    </li>
  );
}

function Detail({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null;
  return (
    <div className="flex flex-col gap-1 pl-5">
      <p className="text-caption text-quiet">{name}</p>
      <WordDiff before={before} after={after} />
    </div>
  );
}

/** The difference between two versions, each read by its number. */
export function VersionsCompared({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useVersion(id, from);
  const after = useVersion(id, to);
  const failed = [before, after].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <ErrorBlock what="load the versions" error={failed.error} onRetry={failed.retry} />;
  }
  if (before.version === null || after.version === null) return <SkeletonRows count={3} label="Comparing" />;
  return <VersionDiff before={before.version} after={after.version} />;
}

/** `version` is null when there is none of that number; `isPending` while it is not known. */
function useVersion(id: string, number: number) {
  const trpc = useTRPC();
  const enabled = number > 0;
  const input = { id, before: number + 1, limit: 1 };
  const { data, error, isPending, refetch } = useQuery(trpc.skills.versions.queryOptions(input, { enabled }));
  const version: Version | null = data?.find((found) => found.version === number) ?? null;
  return { version, error, isPending: enabled && isPending, retry: () => void refetch() };
}
