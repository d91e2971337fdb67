'use client';

/** What agents will read, and the document that the skill exports to, once somebody asks for it. */
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SkeletonRows } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useUrlState } from '../../url/use-url-state.ts';
import { type Detail, useView, VIEW_SCHEMA } from '../detail.ts';
import type { PreviewTab } from './preview-texts.tsx';

const PreviewTexts = dynamic(() => import('./preview-texts.tsx').then((m) => m.PreviewTexts), {
  ssr: false,
  loading: () => <SkeletonRows count={6} label="Loading the preview" />,
});

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
