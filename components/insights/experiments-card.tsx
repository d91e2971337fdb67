/** The agent's canaries in short, those that run first. */
import { evidenceText, pointsText, probabilityText } from '../charts/evidence-number.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { EmptyState } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useAgentHref } from '../url/use-agent.ts';
import type { Insights, SkillRate } from './insight-types.ts';

type Experiment = Insights['experiments'][number];

const MOST = 8;

const columnsFor = (skills: readonly SkillRate[]): readonly Column<Experiment>[] => [
  {
    key: 'skill',
    header: 'Skill',
    cell: ({ skill_id }) => (
      <LearnedText
        as="span"
        text={skills.find(({ id }) => id === skill_id)?.name ?? skill_id}
        className="break-all"
      />
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'better',
    header: 'P(better)',
    kind: 'number',
    cell: ({ p_candidate_better }) => probabilityText(p_candidate_better),
  },
  {
    key: 'n',
    header: 'n inc. / cand.',
    kind: 'number',
    cell: ({ incumbent_n, candidate_n }) => `${evidenceText(incumbent_n)} / ${evidenceText(candidate_n)}`,
  },
  {
    key: 'effect',
    header: 'Difference, 90 %',
    kind: 'number',
    cell: ({ effect_90ci: [low = 0, high = 0] }) => `${pointsText(low)} to ${pointsText(high)}`,
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
