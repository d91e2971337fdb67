'use client';

/** The forest of skills: success with its interval on one scale, those that surely do well first. */
import { useState } from 'react';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { SkillRate } from './insight-types.ts';
import { findingOf, type Rate } from './skills-finding.ts';

const FIRST_SHOWN = 20;
const UNIT = [0, 1] as const;

interface SkillsProps {
  skills: readonly SkillRate[];
  /** The 90 % interval of the success of runs without skills; null where there are too few. */
  without: Rate | null;
}

export function SkillsCard({ skills, leftOut, without }: SkillsProps & { leftOut: number }) {
  const [all, setAll] = useState(false);
  const known = skills.filter(({ evidence }) => evidence > 0);
  const silent = skills.length - known.length;
  if (known.length === 0) {
    return (
      <Card title="Skills" flush={true}>
        <EmptyState title="No skill has evidence yet">
          {silent === 0
            ? 'Once agents are served skills and record outcomes, each skill’s success appears here.'
            : `${silent} ${silent === 1 ? 'skill waits' : 'skills wait'} for runs with a reward.`}
        </EmptyState>
      </Card>
    );
  }
  const shown = all ? known : known.slice(0, FIRST_SHOWN);
  return (
    <Card title="Skills" note={notDrawn(silent, leftOut)}>
      <ChartFrame
        name="skills"
        finding={findingOf(known, without)}
        caption={`Dot: posterior mean under Beta(1, 1) with its 90 % interval. The figure is the raw rate. Sorted by the lower bound. n is summed evidence.${without === null ? '' : ' Skills are used for different tasks: a skill for hard tasks may have a low rate and still help. For the effect of a change, see its canary.'}`}
        table={{
          columns: ['Skill', 'Agent', 'Version', 'n', 'Success', '90 % from', 'to'],
          rows: shown.map(rowOf),
        }}
      >
        <Forest skills={shown} without={without} />
      </ChartFrame>
      {known.length > shown.length ? (
        <Button className="mt-3" size="small" onClick={() => setAll(true)}>
          Show all {known.length} skills
        </Button>
      ) : null}
    </Card>
  );
}

/** Which skills are missing; undefined where none is. */
function notDrawn(silent: number, leftOut: number): string | undefined {
  const missing = [
    ...(silent === 0 ? [] : [`${silent} without evidence`]),
    ...(leftOut === 0 ? [] : [`the ${upToMost(leftOut)} least used`]),
  ];
  if (missing.length === 0) return undefined;
  return `${missing.join(' and ')} ${silent + leftOut === 1 ? 'is' : 'are'} not shown`;
}

function Forest({ skills, without }: SkillsProps) {
  const hrefOf = useAgentHref();
  return (
    <IntervalPlot
      columns="page"
      rows={[
        ...skills.map(({ id, name, agentId, rate, evidence, interval: [low, high] }) => ({
          ...{ key: id, mean: posteriorMean(rate ?? 0, evidence), low, high },
          label: (
            <Link
              href={hrefOf(`/skills/${id}`)}
              className="inline-block min-h-6 break-all font-medium leading-6 hover:text-accent-strong"
            >
              <LearnedText text={name} />
              {agentId === '*' ? <span className="font-normal text-quiet"> · shared</span> : null}
            </Link>
          ),
          figures: `${shareText(rate ?? 0)} · ${shareText(low)} to ${shareText(high)} · n ${evidenceText(evidence)}`,
        })),
        ...withoutRow(without),
      ]}
      domain={UNIT}
      write={shareText}
      axis="Success rate"
    />
  );
}

/** The runs without skills, to compare with. */
function withoutRow(without: SkillsProps['without']) {
  if (without === null) return [];
  const { mean, low, high } = without;
  return [
    {
      ...{ key: 'without', label: 'Runs without skills', look: 'incumbent' as const },
      ...{ mean, low, high, figures: `${shareText(mean)} · ${shareText(low)} to ${shareText(high)}` },
    },
  ];
}

/** The raw rate of few runs can lie outside its own interval; the mean of the posterior cannot. */
function posteriorMean(rate: number, evidence: number): number {
  return (rate * evidence + 1) / (evidence + 2);
}

function rowOf({ name, agentId, version, evidence, rate, interval }: SkillRate): (string | number)[] {
  const agent = agentId === '*' ? 'shared' : agentId;
  const bounds = interval.map((bound) => shareText(bound, 1));
  return [name, agent, `v${version}`, evidenceText(evidence), shareText(rate ?? 0, 1), ...bounds];
}
