'use client';

/** The shortest way to a result: one rule is written, and a task like an agent's gets it back in the same moment. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { inHoldout } from '../../server/domain/runs/holdout.ts';
import { useTRPC } from '../api/trpc.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed, useViewer } from '../shell/viewer.ts';
import { Input, Textarea } from '../ui/forms/field.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgent } from '../url/use-url-state.ts';

const RULE = 'Restart the print server before you requeue a stuck label job.';
const TASK = 'A label job is stuck in the print queue';
const NAME = 'first-rule';
const DEFAULT_AGENT = 'default';
const SESSIONS = 100;

/** A session that is served what was learned: this is to be seen, not measured. Null where nobody is served. */
function servedSession(tenant: string, agentId: string, rate: number): string | null {
  const names = Array.from({ length: SESSIONS }, (_, at) => `first-rule-${at}`);
  return names.find((sessionId) => !inHoldout({ tenant, agentId, sessionId, rate, random: 1 })) ?? null;
}

function useFirstRule(onWritten: () => void) {
  const trpc = useTRPC();
  const { tenant } = useViewer();
  const [picked] = useAgent();
  const agentId = picked === null || picked === '*' ? DEFAULT_AGENT : picked;
  const me = useQuery(trpc.session.me.queryOptions());
  const author = useMutation(trpc.skills.author.mutationOptions());
  const ask = useMutation(trpc.recalls.ask.mutationOptions());
  const mayAsk = useAllowed('learn');
  return useMutation({
    mutationFn: async ({ rule, task }: { rule: string; task: string }) => {
      const written = await author.mutateAsync({
        ...{ agent_id: agentId, name: NAME, description: task, bullets: [{ content: rule }] },
      });
      onWritten();
      if (!mayAsk || written.status !== 'applied') return { written, recalled: null };
      const session = servedSession(tenant, agentId, me.data?.settings.holdoutRate ?? 0);
      const recalled = await ask.mutateAsync({ query: task, agent_id: agentId, session_id: session });
      return { written, recalled };
    },
  });
}

export function FirstRule({ onWritten }: { onWritten: () => void }) {
  const [rule, setRule] = useState(RULE);
  const [task, setTask] = useState(TASK);
  const way = useFirstRule(onWritten);
  const blank = rule.trim() === '' || task.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blank) way.mutate({ rule: rule.trim(), task: task.trim() });
  };
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="grid items-start gap-3 md:grid-cols-[1fr_1fr_auto]">
        <Textarea
          label="A rule for your agents"
          value={rule}
          onChange={(event) => setRule(event.target.value)}
          maxLength={1000}
          rows={2}
        />
        <Input
          label="A task it applies to"
          value={task}
          onChange={(event) => setTask(event.target.value)}
          maxLength={500}
        />
        <ScopedButton
          scope="review"
          type="submit"
          variant="primary"
          loading={way.isPending}
          disabled={blank}
          className="md:mt-6"
        >
          Save and recall it
        </ScopedButton>
      </form>
      <Refused saying="Not written." error={way.error} />
      {way.data === undefined ? null : <Result {...way.data} />}
    </div>
  );
}

type ResultProps = NonNullable<ReturnType<typeof useFirstRule>['data']>;

function Result({ written, recalled }: ResultProps) {
  const look = 'text-accent underline-offset-2 hover:underline';
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="font-medium">
        {recalled === null ? 'Written.' : 'For this task, an agent now reads:'}{' '}
        {written.status === 'applied' ? null : 'It needs a review before agents are served it.'}
      </p>
      {recalled === null ? null : (
        <LearnedText
          as="pre"
          text={recalled.instructions === '' ? 'Nothing was served.' : recalled.instructions}
          className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2.5 font-mono text-code"
        />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-table">
        {written.skill_id === null ? null : (
          <Link href={`/skills/${written.skill_id}`} className={look}>
            Open the skill
          </Link>
        )}
        {recalled === null ? null : (
          <Link href={`/recalls/${recalled.recall_id}`} className={look}>
            Why it was served
          </Link>
        )}
        <Link href={`/changesets/${written.changeset_id}`} className={look}>
          See the change
        </Link>
      </p>
    </div>
  );
}
