/** The quiet facts of an episode under its title. */
'use client';

import Link from 'next/link';
import { Badge } from '../ui/badge.tsx';
import { IdChip } from '../ui/id-chip.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { Time } from '../ui/time.tsx';
import { useAgentHref } from '../url/use-agent.ts';
import type { EpisodeDetail } from './episodes-state.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { millisText } from './wording.ts';

export function EpisodeMeta({ episode }: { episode: EpisodeDetail['episode'] }) {
  const hrefOf = useAgentHref();
  const { user_id: user, session_id: session, duration_ms: duration, framework } = episode;
  return (
    <>
      <OutcomeBadge outcome={episode.outcome} />
      {episode.reflected ? <Badge title="Learning has looked at it">reflected</Badge> : null}
      <IdChip id={episode.episode_id} label="Episode id" />
      <span>
        <LearnedText text={`agent ${episode.agent_id}`} />
      </span>
      {user === null ? null : (
        <span className="max-w-60 truncate">
          <LearnedText text={`user ${user}`} />
        </span>
      )}
      {session === null ? null : (
        <Link
          href={hrefOf(`/episodes?session=${encodeURIComponent(session)}`)}
          prefetch={false}
          className="inline-flex min-h-6 max-w-60 items-center truncate underline decoration-line underline-offset-2 hover:text-ink"
        >
          <LearnedText as="span" text={`session ${session}`} className="truncate" />
        </Link>
      )}
      {framework === null ? null : <LearnedText text={framework} />}
      {duration === null ? null : <span>took {millisText(duration)}</span>}
      <Time at={episode.created_at} />
    </>
  );
}
