'use client';

/** The agent's canaries in short, those that run first. */
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { evidenceText, pointsText, probabilityText } from '../charts/evidence-number.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { StatusBadge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { Insights, ProblemRule, SkillRate } from './insight-types.ts';

type Experiment = Insights['experiments'][number];

const MOST = 8;

const columnsFor = (skills: readonly SkillRate[]): readonly Column<Experiment>[] => [
  {
    key: 'skill',
    header: 'Skill',
    cell: ({ skillId }) => (
      <LearnedText
        as="span"
        text={skills.find(({ id }) => id === skillId)?.name ?? skillId}
        className="break-all"
      />
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'better',
    header: 'P(better)',
    kind: 'number',
    cell: ({ pCandidateBetter }) => probabilityText(pCandidateBetter),
  },
  {
    key: 'n',
    header: 'n inc. / cand.',
    kind: 'number',
    cell: ({ incumbentN, candidateN }) => `${evidenceText(incumbentN)} / ${evidenceText(candidateN)}`,
  },
  {
    key: 'effect',
    header: 'Difference, 90 %',
    kind: 'number',
    cell: ({ effect90ci: [low = 0, high = 0] }) => `${pointsText(low)} to ${pointsText(high)}`,
  },
];

export function ExperimentsCard(props: { experiments: readonly Experiment[]; skills: readonly SkillRate[] }) {
  const { experiments, skills } = props;
  const hrefOf = useAgentHref();
  return (
    <Card title="Canaries" note="difference in percentage points" flush={true}>
      {experiments.length === 0 ? (
        <EmptyState title="No canary yet">
          Risky changes are tried before they apply; their verdicts stand here.
        </EmptyState>
      ) : (
        <Table
          caption="Canaries of the agent"
          columns={columnsFor(skills)}
          rows={experiments.slice(0, MOST)}
          rowKey={({ id }) => id}
          rowHref={({ id }) => hrefOf(`/canaries/${id}`)}
        />
      )}
    </Card>
  );
}

/** Rules that were harmful more often than helpful, worst first, with what can be done about them. */
export function ProblemRulesCard({ rules }: { rules: readonly ProblemRule[] }) {
  return (
    <Card title="Problem rules" note="tagged harmful more often than helpful" flush={true}>
      {rules.length === 0 ? (
        <EmptyState title="No rule is harmful more often than helpful" />
      ) : (
        <ul>
          {rules.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Rule({ rule: { content, helpful, harmful, skillId, skillName } }: { rule: ProblemRule }) {
  const hrefOf = useAgentHref();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <LearnedText as="p" text={content} className="max-w-[75ch] whitespace-pre-wrap break-words" />
        <p className="text-caption text-quiet tabular-nums">
          {harmful} harmful · {helpful} helpful ·{' '}
          <LearnedText as="span" text={skillName} className="break-all" />
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Evolve skillId={skillId} skillName={skillName} />
        <Link
          href={hrefOf(`/skills/${skillId}`)}
          prefetch={false}
          aria-label={inWords(`Open ${skillName}`)}
          className={buttonLook({ size: 'small', variant: 'quiet' })}
        >
          Open
        </Link>
      </div>
    </li>
  );
}

function Evolve({ skillId, skillName }: { skillId: string; skillName: string }) {
  const trpc = useTRPC();
  const toast = useToast();
  const evolve = useMutation(
    trpc.skills.evolve.mutationOptions({
      onSuccess: () =>
        toast({
          title: `${skillName} is queued to evolve`,
          detail: 'What comes of it will wait for review.',
          tone: 'good',
        }),
      onError: (error) => toast({ title: 'Not queued', detail: toCallError(error).detail, tone: 'danger' }),
    }),
  );
  return (
    <ScopedButton
      scope="review"
      size="small"
      loading={evolve.isPending}
      aria-label={inWords(`Evolve ${skillName}`)}
      onClick={() => evolve.mutate({ skill_id: skillId })}
    >
      Evolve
    </ScopedButton>
  );
}
