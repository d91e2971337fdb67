/** The skill as a SKILL.md, shown as its source: copied, or saved under the name that loaders look for. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Download } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Loading } from '../ui/layout/states.tsx';
import { saveFile } from '../ui/save-file.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import type { SkillSummary } from './wording.ts';

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
  return (
    <>
      <CopyButton size="small" text={text}>
        Copy
      </CopyButton>
      <Button size="small" onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), 'SKILL.md')}>
        <Download aria-hidden="true" />
        Download
      </Button>
    </>
  );
}
