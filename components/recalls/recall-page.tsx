'use client';

/** One recall: what an agent asked, what it was given, and why each thing was served or not. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { probabilityText } from '../charts/evidence-number.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Check, Minus } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ListLink, LoadingPage } from '../ui/layout/states.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { ServedText } from './served-text.tsx';
import { reasonWords, scoreParts, servedSentence, skippedSentence } from './wording.ts';

type Explanation = Outputs['recalls']['detail'];

export function RecallPage({ id }: { id: string }) {
  return (
    <PageGate page="Recall" scopes={['learn']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const recall = useQuery(trpc.recalls.detail.queryOptions({ id }));
  if (recall.data !== undefined) return <Shown recall={recall.data} />;
  return <LoadingPage query={recall} noun="recall" count={8} gone={<Gone id={id} />} />;
}

function Gone({ id }: { id: string }) {
  return (
    <PageHeader
      title="Recall not found"
      finding="It was purged after its retention period, erased with its user, or never existed in this tenant. Episodes keep the credit that came from it."
      meta={<IdChip id={id} label="Recall id" />}
      actions={<ListLink href="/episodes" label="All episodes" />}
    />
  );
}

function Shown({ recall }: { recall: Explanation }) {
  const { query, skills, memories, holdout, profile } = recall;
  const served = (list: readonly { served: boolean }[]) => list.filter((one) => one.served).length;
  return (
    <>
      <PageHeader
        title="Served text and reasons"
        finding={servedSentence(served(skills), served(memories), { profile: profile !== null, holdout })}
        meta={<Meta recall={recall} />}
      />
      <ServedText served={recall.served} />
      <Card title="Asked for">
        {query === '' ? (
          <p className="text-quiet">An empty query: it serves no skill, and the newest memories.</p>
        ) : (
          <p className="max-h-60 max-w-[75ch] overflow-y-auto whitespace-pre-wrap break-words">
            <RedactedText text={query} />
          </p>
        )}
      </Card>
      <RecalledSkills skills={skills} />
      <RecalledMemories memories={memories} />
      <Moments recall={recall} />
    </>
  );
}

function Meta({ recall }: { recall: Explanation }) {
  const { recallId: id, agentId: agent, userId: user, sessionId: session, createdAt: at } = recall;
  return (
    <>
      <Badge
        tone={recall.holdout ? 'attention' : 'neutral'}
        title="Sessions are assigned at random; those in the holdout receive no skills, for comparison"
      >
        {recall.holdout ? 'holdout' : 'not a holdout'}
      </Badge>
      <IdChip id={id} label="Recall id" />
      <span>
        <LearnedText text={`agent ${agent}`} />
      </span>
      {user === null ? null : <LearnedText text={`user ${user}`} className="max-w-60 truncate" />}
      {session === null ? null : <LearnedText text={`session ${session}`} className="max-w-60 truncate" />}
      <Time at={at} />
    </>
  );
}

/** What its session was shown before calls of tools. */
function Moments({ recall: { moments, served } }: { recall: Explanation }) {
  if (moments.length === 0) return null;
  const textOf = (id: string) => {
    const mark = `[${id}] `;
    const line = served.lines.find(({ text }) => text.includes(mark))?.text;
    return line?.slice(line.indexOf(mark) + mark.length) ?? id;
  };
  return (
    <Card title="Shown before calls of tools" flush={true}>
      <ol>
        {moments.map(({ momentId, tool, rules, createdAt }) => (
          <li
            key={momentId}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b px-4 py-2 text-table last:border-b-0"
          >
            <LearnedText text={tool} className="font-mono text-code" />
            <LearnedText text={rules.map(textOf).join(' · ')} className="min-w-0 break-words" />
            <span className="text-caption text-quiet">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The memories that a recall weighed; what was deleted or erased since shows as gone. */
type Recalled = Outputs['recalls']['detail']['memories'][number];
type Memory = Outputs['memories']['byIds'][number];

interface Considered {
  /** What the title adds where several recalls stand on one page. */
  suffix?: string;
}

export function RecalledMemories({ memories, suffix = '' }: Considered & { memories: readonly Recalled[] }) {
  const trpc = useTRPC();
  const ids = memories.map(({ id }) => id);
  const known = useQuery(trpc.memories.byIds.queryOptions({ ids }, { enabled: ids.length > 0 }));
  const byId = new Map((known.data ?? []).map((memory) => [memory.id, memory]));
  return (
    <Card title={`Memories considered${suffix}`} flush={true}>
      {memories.length === 0 ? (
        <p className="p-4 text-quiet">No memory matched the task.</p>
      ) : (
        <ol>
          {memories.map(({ id, served, reason, skipped = false, score, parts }) => (
            <Candidate
              key={id}
              served={served}
              reason={reason}
              skipped={skippedSentence(skipped)}
              score={score}
              parts={parts}
            >
              <MemoryContent id={id} memory={byId.get(id)} loaded={known.isSuccess} />
            </Candidate>
          ))}
        </ol>
      )}
    </Card>
  );
}

interface MemoryContentProps {
  id: string;
  memory: Memory | undefined;
  /** Whether it is known which memories still exist. */
  loaded: boolean;
}

function MemoryContent({ id, memory, loaded }: MemoryContentProps) {
  const hrefOf = useAgentHref();
  if (memory === undefined) {
    return <p className="text-quiet">{loaded ? 'Deleted or erased since' : 'Loading'}</p>;
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Link
        href={hrefOf(`/memories?tab=all&status=any&id=${id}`)}
        className="line-clamp-3 min-h-6 break-words hover:text-accent-strong hover:underline"
      >
        <RedactedText text={memory.content} code={true} />
      </Link>
      <span className="flex flex-wrap items-center gap-2 text-caption text-quiet">
        <Badge>{memory.kind}</Badge>
        {memory.status === 'active' ? null : <StatusBadge status={memory.status} />}
      </span>
    </div>
  );
}

/** The skills that a recall weighed, best first: score with its parts, what became of them, and the canary's arm. */
type Skill = Outputs['recalls']['detail']['skills'][number];

export function RecalledSkills({ skills, suffix = '' }: Considered & { skills: readonly Skill[] }) {
  return (
    <Card
      title={`Skills considered${suffix}`}
      note={skills.length === 0 ? undefined : 'Served first, then the closest others'}
      flush={true}
    >
      {skills.length === 0 ? (
        <p className="p-4 text-quiet">No skill matched the task.</p>
      ) : (
        <ol>
          {skills.map((skill) => (
            <Candidate
              key={skill.id}
              served={skill.served}
              reason={skill.reason}
              skipped={skippedSentence(skill.skipped, skill.skippedRules.length)}
              score={skill.score}
              parts={skill.parts}
            >
              <SkillName skill={skill} />
            </Candidate>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** How the id of a skill begins that a change would create. */
const UNSAVED = 'new-skill-';

function SkillName({ skill: { id, name, version, arm, armProbability: probability } }: { skill: Skill }) {
  const hrefOf = useAgentHref();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {id.startsWith(UNSAVED) ? (
        <LearnedText text={name} className="font-medium" />
      ) : (
        <Link
          href={hrefOf(`/skills/${id}`)}
          className="inline-flex min-h-6 min-w-0 items-center break-words font-medium hover:text-accent-strong hover:underline"
        >
          <LearnedText text={name} />
        </Link>
      )}
      <span className="text-quiet tabular-nums">v{version}</span>
      {arm === null ? null : (
        <>
          <Badge tone={arm === 'candidate' ? 'accent' : 'neutral'}>{arm}</Badge>
          {probability === null ? null : (
            <span className="text-caption text-quiet">
              drawn with probability {probabilityText(probability)}
            </span>
          )}
        </>
      )}
    </div>
  );
}

// One candidate of a recall: what became of it, its score as a bar, and the parts of the score.

interface CandidateProps {
  served: boolean;
  reason: string;
  /** What of it the text left out, as a sentence; empty where nothing. */
  skipped?: string;
  /** 0 to 1. */
  score: number;
  parts: Record<string, unknown>;
  children: ReactNode;
}

function Candidate({ served, reason, skipped = '', score, parts, children }: CandidateProps) {
  const { label, means } = reasonWords(reason);
  const Sign = served ? Check : Minus;
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="flex min-w-0 flex-col gap-1.5">
        {children}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
          <Badge tone={served ? 'good' : 'neutral'}>
            <Sign aria-hidden="true" className="size-3" />
            <LearnedText text={label} />
          </Badge>
          <LearnedText text={skipped === '' ? means : `${means} ${skipped}`} className="text-quiet" />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <ScoreBar score={score} served={served} />
        <Parts parts={parts} />
      </div>
    </li>
  );
}

function ScoreBar({ score, served }: { score: number; served: boolean }) {
  const width = Math.min(1, Math.max(0, score)) * 100;
  return (
    <div className="flex items-center gap-3">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 min-w-0 flex-1">
        <rect width={100} height={6} className="fill-sunken" />
        <rect width={width} height={6} className={served ? 'fill-accent' : 'fill-edge'} />
      </svg>
      <span className="shrink-0 text-table">
        <span className="text-caption text-quiet">score </span>
        <Numeral value={score} as="score" />
      </span>
    </div>
  );
}

function Parts({ parts }: { parts: Record<string, unknown> }) {
  const { figures, standing, advice, words } = scoreParts(parts);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-0.5 text-caption text-quiet">
      {figures.map(({ key, label, value }) => (
        <div key={key} className="flex gap-1">
          <dt>{label}</dt>
          <dd className={cn('tabular-nums', value > 0 && 'text-ink')}>{value.toFixed(2)}</dd>
        </div>
      ))}
      {standing ? (
        <div>
          <dt className="sr-only">kind</dt>
          <dd>scored as a preference{advice ? ', as the task asks for advice' : ''}</dd>
        </div>
      ) : null}
      {words.length === 0 ? null : (
        <div className="flex min-w-0 gap-1">
          <dt>words</dt>
          <LearnedText as="dd" text={words.join(', ')} className="min-w-0 break-words text-ink" />
        </div>
      )}
    </dl>
  );
}
