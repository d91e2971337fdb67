'use client';

/** What agents will read, before and after, with its size; and the exported document. Text, never rendered. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { Loading } from '../../ui/layout/states.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';

type Compared = Outputs['changesets']['texts'][number];
export type PreviewTab = 'recall' | 'skillmd';

export function PreviewTexts({ id, tab }: { id: string; tab: PreviewTab }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.changesets.texts.queryOptions({ id }));
  if (query.isPending || query.isError) return <Loading query={query} what="the preview" count={6} />;
  return query.data.map((skill) => <SkillTexts key={skill.name} skill={skill} tab={tab} />);
}

function SkillTexts({ skill: { name, before, after }, tab }: { skill: Compared; tab: PreviewTab }) {
  const { layout } = useView();
  const mask = useMask();
  const field = tab === 'recall' ? 'recall' : 'skillMd';
  const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
  if (now === null) {
    return (
      <p className="text-quiet">
        The changes no longer fit <LearnedText text={name} /> , so there is nothing to preview.
      </p>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-caption text-quiet tabular-nums">
        <LearnedText text={name} />: {sizeText(old, now)}
      </p>
      <div className="max-h-[32rem] overflow-y-auto rounded-md bg-sunken p-3">
        <WordDiff before={old === null ? null : mask(old)} after={mask(now)} layout={layout} />
      </div>
    </div>
  );
}

function sizeText(before: string | null, after: string): string {
  const now = `${after.length.toLocaleString('en')} characters`;
  return before === null ? now : `${before.length.toLocaleString('en')} characters before, ${now} after`;
}
