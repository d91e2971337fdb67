/** The skill as a SKILL.md, shown as its source: copied, or saved under the name that loaders look for. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useAnnounce } from '../keyboard/registry.ts';
import { Button } from '../ui/forms/button.tsx';
import { Check, Copy, Download } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Loading } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import type { SkillSummary } from './wording.ts';

const COPIED_MS = 1500;

export function DocumentTab({ summary: { id } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const document = useQuery(trpc.skills.markdown.queryOptions({ id }));
  if (document.data === undefined) return <Loading query={document} what="the SKILL.md" count={10} />;
  return (
    <Card
      title="SKILL.md"
      note="Importing it again gives the same rules"
      flush={true}
      actions={<Taking text={document.data} />}
    >
      <LearnedText
        as="pre"
        text={document.data}
        className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-code"
      />
    </Card>
  );
}

function Taking({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const announce = useAnnounce();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce('SKILL.md copied');
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <>
      <Button
        size="small"
        onClick={() => void copy().catch(() => announce('The browser did not allow copying'))}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <Button size="small" onClick={() => save(text)}>
        <Download aria-hidden="true" />
        Download
      </Button>
    </>
  );
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'SKILL.md';
  link.click();
  URL.revokeObjectURL(address);
}
