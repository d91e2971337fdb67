'use client';

import { useQuery } from '@tanstack/react-query';
/** What agents will read, and the document that the skill exports to, once somebody asks for it. */
import { useRef, useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Loading } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useUrlState } from '../../url/use-url-state.ts';
import { type Detail, useView, VIEW_SCHEMA } from '../detail.ts';
import { useMask } from '../diff/masked.ts';

export function PreviewCard({ detail, tab }: { detail: Detail; tab: PreviewTab }) {
  const { level } = useView();
  const [open, setOpen] = useState(false);
  const [, , hrefFor] = useUrlState(VIEW_SCHEMA);
  const place = useRef<HTMLDivElement>(null);
  const show = (on: boolean) => {
    setOpen(on);
    if (on) place.current?.scrollIntoView({ block: 'start' });
  };
  useShortcut('read.preview', () => show(!open));
  return (
    <div ref={place} className="scroll-mt-20">
      <Card
        title="Preview"
        level={level}
        note="What agents will read"
        flush={true}
        actions={
          <Button
            size="small"
            variant="quiet"
            shortcut="read.preview"
            aria-expanded={open}
            onClick={() => show(!open)}
          >
            {open ? 'Close' : 'Open'}
          </Button>
        }
      >
        {open ? (
          <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
            <Tabs
              label="Preview"
              tabs={[
                {
                  href: hrefFor({ preview: 'recall' }),
                  label: 'As agents will read it',
                  current: tab === 'recall',
                },
                { href: hrefFor({ preview: 'skillmd' }), label: 'SKILL.md', current: tab === 'skillmd' },
              ]}
            />
            <PreviewTexts id={detail.changeset.id} tab={tab} />
          </div>
        ) : (
          <p className="px-4 py-2.5 text-quiet text-table">The recall text and SKILL.md, before and after.</p>
        )}
      </Card>
    </div>
  );
}

type Compared = Outputs['changesets']['texts'][number];
type PreviewTab = 'recall' | 'skillmd';

function PreviewTexts({ id, tab }: { id: string; tab: PreviewTab }) {
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
