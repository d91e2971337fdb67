/** The signals that tell how a run went, strongest first, and which of them decided the reward. */

import type { ReactNode } from 'react';
import { actorLabel } from '../audit/actor-label.ts';
import { cn } from '../ui/cn.ts';
import { Check, CircleDashed, CircleSlash2, X } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { EpisodeDetail } from './episodes-state.ts';

type Role = EpisodeDetail['signals'][number]['role'];

export function OutcomeCard({ detail }: { detail: EpisodeDetail }) {
  const { reward, rewardStrength: strength } = detail.episode;
  const roles = new Map<string, Role>(detail.signals.map(({ source, role }) => [source, role]));
  return (
    <Card title="Reward" note="the first available signal decides">
      <div className="flex flex-col gap-3">
        <p className="flex items-baseline gap-2">
          <span className="font-semibold text-title tabular-nums">
            {reward === null ? '–' : reward.toFixed(2)}
          </span>
          <span className="text-caption text-quiet">
            {reward === null ? 'not known' : `of 1, counts as ${(strength ?? 1).toFixed(2)} evidence`}
          </span>
        </p>
        <ol className="flex flex-col gap-px">
          {signalsOf(detail).map(({ id, label, says }) => (
            <Signal key={id} label={label} role={roles.get(id)}>
              {says}
            </Signal>
          ))}
        </ol>
      </div>
    </Card>
  );
}

interface SignalText {
  id: string;
  label: string;
  says: ReactNode;
}

function signalsOf({ episode, feedback, signals }: EpisodeDetail): SignalText[] {
  const latest = feedback.at(-1);
  const { outcome } = episode;
  const reported = signals.find(({ source }) => source === 'reported');
  const isJudged = signals.some(({ source }) => source === 'judge');
  return [
    { id: 'verification', label: 'Verification', says: verdictOf(episode.verification) },
    {
      id: 'feedback',
      label: 'Feedback',
      says:
        latest === undefined ? null : (
          <LearnedText text={`score ${latest.score.toFixed(2)} by ${nameOf(latest)}`} />
        ),
    },
    ...(reported
      ? [{ id: 'reported', label: 'Reward', says: `recorded as ${reported.reward.toFixed(2)}` }]
      : []),
    { id: 'outcome', label: 'Outcome', says: outcome === 'unknown' ? null : `reported as ${outcome}` },
    { id: 'judge', label: 'Judge', says: isJudged ? 'a model’s guess' : null },
  ];
}

function verdictOf(verification: EpisodeDetail['episode']['verification']): ReactNode {
  if (verification === null) return null;
  const { passed, source, details } = verification;
  return (
    <>
      {passed ? 'passed' : 'failed'}
      {source === '' ? null : <LearnedText text={`, ${source}`} />}
      {details === null || details === '' ? null : (
        <span className="mt-1 block max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono text-code">
          <RedactedText text={details} />
        </span>
      )}
    </>
  );
}

function Signal({ label, role, children }: { label: string; role: Role | undefined; children: ReactNode }) {
  const decided = role === 'decided';
  return (
    <li
      className={cn(
        'grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-sm px-2 py-1.5 text-table',
        decided && 'bg-accent-soft py-2',
      )}
    >
      <span className="flex flex-col items-start gap-1">
        <span className={decided ? 'font-medium' : 'text-quiet'}>{label}</span>
        {role === 'decided' || role === 'overruled' ? (
          // On the ground of its own colour only its word is seen, which stands below the label.
          <Badge tone={decided ? 'accent' : 'neutral'} className={cn(decided && '-ml-1.5')}>
            {role}
          </Badge>
        ) : null}
      </span>
      <span className={cn('min-w-0 wrap-anywhere', children === null && 'text-faint')}>
        {children ?? 'none'}
      </span>
    </li>
  );
}

const LOOKS = {
  success: { Sign: Check, tone: 'good' },
  partial: { Sign: CircleSlash2, tone: 'attention' },
  failure: { Sign: X, tone: 'attention' },
  unknown: { Sign: CircleDashed, tone: 'neutral' },
} as const;

type Outcome = keyof typeof LOOKS;

const isKnown = (outcome: string): outcome is Outcome => outcome in LOOKS;

/** How a run ended: a sign and a word first, colour last. */
export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { Sign, tone } = LOOKS[isKnown(outcome) ? outcome : 'unknown'];
  return (
    <Badge tone={tone}>
      <Sign aria-hidden="true" className="size-3" />
      {outcome}
    </Badge>
  );
}

type Feedback = EpisodeDetail['feedback'][number];

/** What people and programs said of a run, oldest first. */
export function FeedbackCard({ feedback }: { feedback: readonly Feedback[] }) {
  return (
    <Card title="Feedback" note={feedback.length === 0 ? undefined : 'the latest score counts'}>
      {feedback.length === 0 ? (
        <p className="text-quiet text-table">No feedback.</p>
      ) : (
        <ol className="flex max-h-112 flex-col gap-4 overflow-y-auto">
          {feedback.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Card>
  );
}

const nameOf = ({ actor, actorName: name }: Feedback) => actorLabel({ actor, name });

function Entry({ entry }: { entry: Feedback }) {
  const { score, comment, correction, source, createdAt } = entry;
  return (
    <li className="flex flex-col gap-1 text-table">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold tabular-nums">{score.toFixed(2)}</span>
        <LearnedText
          text={`${source}, ${nameOf(entry)}`}
          className="min-w-0 truncate text-caption text-quiet"
        />
        <span className="ml-auto text-caption text-quiet">
          <Time at={createdAt} />
        </span>
      </p>
      {comment === null ? null : (
        <p className="whitespace-pre-wrap break-words">
          <RedactedText text={comment} />
        </p>
      )}
      {correction === null ? null : (
        <p className="whitespace-pre-wrap break-words border-line border-l-2 pl-2">
          <span className="block text-caption text-quiet">Should have been</span>
          <RedactedText text={correction} />
        </p>
      )}
    </li>
  );
}
