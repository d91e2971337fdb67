'use client';

/** A SKILL.md, pasted or picked, with what it is read as beside it before anything is saved. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Input, Textarea } from '../../ui/forms/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { toFieldErrors } from './draft.ts';
import { ImportPreview } from './import-preview.tsx';
import { readSkillFile } from './read-skill-file.ts';
import { useParsed, useSkillCheck, useWritten } from './use-skill-check.ts';
import { WriteForm } from './write-form.tsx';

const EXAMPLE = '---\nname: refund-order\ndescription: How to refund an order\n---\n\n## Steps\n\n- Check …';

export function ImportForm({ agentId: initial }: { agentId: string }) {
  const trpc = useTRPC();
  const [agentId, setAgentId] = useState(initial);
  const [markdown, setMarkdown] = useState('');
  const [notKept, setNotKept] = useState<string[]>([]);
  const parsed = useParsed(markdown);
  const checked = useSkillCheck(parsed.skill === null ? null : { agentId, ...parsed.skill });
  const bring = useMutation(trpc.skills.importMarkdown.mutationOptions(useWritten()));
  const change = (text: string, others: string[] = []) => {
    // What was said of the text before is no longer true of this one.
    if (bring.isSuccess || bring.isError) bring.reset();
    setMarkdown(text);
    setNotKept(others);
  };
  const write = () => bring.mutate({ agent_id: agentId, markdown });
  const errors = toFieldErrors(bring.error);
  return (
    <WriteForm checked={checked} writing={bring} onWrite={write} label="Import">
      <Card title="Document" actions={<PickFile onText={change} />}>
        <div className="flex flex-col gap-4">
          <Input
            label="Agent"
            hint="* is shared by all agents"
            invalid={errors.at('agent_id')}
            value={agentId}
            autoComplete="off"
            onChange={(event) => setAgentId(event.target.value)}
            className="max-w-72"
          />
          <Textarea
            label="SKILL.md"
            mono={true}
            rows={14}
            placeholder={EXAMPLE}
            invalid={errors.at('markdown')}
            value={markdown}
            onChange={(event) => change(event.target.value)}
          />
        </div>
      </Card>
      <ImportPreview
        parsed={parsed}
        notKept={notKept}
        byRule={checked.byRule}
        isEmpty={markdown.trim() === ''}
      />
    </WriteForm>
  );
}

function PickFile({ onText }: { onText: (text: string, notKept: string[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const { markdown, notKept } = await readSkillFile(file);
      onText(markdown, notKept);
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".md,.zip,.skill,text/markdown,text/plain"
        aria-label="SKILL.md file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {problem === '' ? null : (
        <p role="alert" className="text-danger text-table">
          {problem}
        </p>
      )}
      <Button size="small" onClick={() => field.current?.click()}>
        Choose a file
      </Button>
    </>
  );
}
