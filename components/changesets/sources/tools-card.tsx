'use client';

/** The tools that an agent called: which are trusted, what decides that, and its own lists. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading } from '../../ui/layout/states.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { counted, grouped } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { TrustDialog } from './trust-dialog.tsx';
import { useTrustTool } from './use-trust-tool.ts';

type Sources = Outputs['agents']['sources'];
type Tool = Sources['tools'][number];

/** Tools that are listed at first. */
const FIRST = 12;

export function ToolsCard({ agentId }: { agentId: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.agents.sources.queryOptions({ agentId }));
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Tools"
      note="What untrusted tools answer teaches this agent only with a person’s approval"
      actions={
        <ScopedButton
          scope="admin"
          size="small"
          disabled={query.data === undefined}
          onClick={() => setEditing(true)}
        >
          Edit lists
        </ScopedButton>
      }
      flush={true}
    >
      {query.data === undefined ? (
        <div className="p-4">
          <Loading query={query} what="the tools" count={4} />
        </div>
      ) : (
        <Tools agentId={agentId} sources={query.data} />
      )}
      {editing && query.data !== undefined ? (
        <ListsDialog agentId={agentId} sources={query.data} onClose={() => setEditing(false)} />
      ) : null}
    </Card>
  );
}

function Tools({ agentId, sources }: { agentId: string; sources: Sources }) {
  const { tools, trusted, untrusted } = sources;
  const [all, setAll] = useState(false);
  return (
    <>
      {trusted.length + untrusted.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-table">
          <Patterns label="Own list, trusted" patterns={trusted} />
          <Patterns label="Own list, untrusted" patterns={untrusted} />
        </dl>
      )}
      {tools.length === 0 ? (
        <EmptyState title="No tools yet">
          Each tool that this agent calls appears here once a run with it was reflected on.
        </EmptyState>
      ) : (
        <ul aria-label="Tools">
          {tools.slice(0, all ? tools.length : FIRST).map((tool) => (
            <ToolRow key={tool.name} agentId={agentId} tool={tool} />
          ))}
        </ul>
      )}
      {all || tools.length <= FIRST ? null : (
        <div className="border-line border-t px-4 py-2">
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            Show all {grouped(tools.length)} tools
          </Button>
        </div>
      )}
    </>
  );
}

function Patterns({ label, patterns }: { label: string; patterns: readonly string[] }) {
  if (patterns.length === 0) return null;
  return (
    <>
      <dt className="text-quiet">{label}</dt>
      <dd className="flex min-w-0 flex-wrap gap-1.5">
        {patterns.map((pattern) => (
          <LearnedText
            key={pattern}
            text={pattern}
            className="max-w-full break-all rounded-sm bg-sunken px-1.5 font-mono text-code"
          />
        ))}
      </dd>
    </>
  );
}

function ToolRow({ agentId, tool }: { agentId: string; tool: Tool }) {
  const { name, runs, trusted } = tool;
  const [asking, setAsking] = useState(false);
  const { trust, isPending } = useTrustTool({ agentId, tool: name });
  const distrust = () => trust(false).then(undefined, () => undefined);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-0.5 border-line border-b px-4 py-1.5 text-table last:border-b-0 md:grid-cols-[minmax(0,16rem)_5rem_minmax(0,1fr)_auto_7.5rem]">
      <LearnedText text={name} className="min-w-0 break-all font-mono text-code" />
      <span className="text-quiet tabular-nums max-md:hidden">{counted(runs, 'run')}</span>
      <span className="min-w-0 truncate text-caption text-quiet max-md:order-last max-md:col-span-3">
        <span className="md:hidden">{counted(runs, 'run')} · </span>
        <LearnedText text={whyText(tool)} code={true} />
      </span>
      <Badge tone={trusted ? 'good' : 'attention'}>{trusted ? 'trusted' : 'not trusted'}</Badge>
      <ScopedButton
        scope="admin"
        size="small"
        variant="quiet"
        loading={isPending}
        aria-label={`${trusted ? 'Stop trusting' : 'Trust'} ${name}`}
        className="justify-self-end"
        onClick={() => (trusted ? void distrust() : setAsking(true))}
      >
        {trusted ? 'Stop trusting' : 'Trust'}
      </ScopedButton>
      {asking ? <TrustDialog agentId={agentId} tool={name} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}

/** What decided: the agent's own list, the defaults, or the policy of the tenant. */
function whyText({ decidedBy, pattern, trusted }: Tool): string {
  if (decidedBy === 'list') return `own list: \`${pattern ?? ''}\``;
  if (decidedBy === 'setting')
    return trusted ? 'policy: every tool is trusted' : 'policy: no tool is trusted until it is listed';
  return pattern === null ? 'default: its name says nothing of text from outside' : `default: \`${pattern}\``;
}
