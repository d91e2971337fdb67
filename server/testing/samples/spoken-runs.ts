/** Runs in which it is known who said what, as the domain reads them. */
import type { SpokenRun } from '../../domain/attribution/transcript.ts';
import { hasSucceeded } from '../../domain/attribution/transcript.ts';
import { type QuotableEpisode, quotedEpisode } from '../../domain/learning/quote-episode.ts';

const EPISODE: QuotableEpisode = {
  ...{ id: 'ep_1', task: null, messages: [], toolCalls: [], error: null },
  ...{ outcome: 'failure', reward: null, served: null },
};

/** A run of ada's, as the model is shown it. */
export function spokenRun(episode: Partial<QuotableEpisode>, userId: string | null = 'ada'): SpokenRun {
  const whole = { ...EPISODE, ...episode };
  return { quote: quotedEpisode(whole), hasSucceeded: hasSucceeded(whole), userId };
}

interface Said {
  readonly user?: readonly string[];
  readonly developer?: readonly string[];
  readonly signals?: readonly string[];
  readonly untrusted?: readonly string[];
}

/** A run in which each of them said that. */
export function runWhere(
  { user = [], developer = [], signals = [], untrusted = [] }: Said,
  userId?: string,
): SpokenRun {
  const said = (role: string, texts: readonly string[]) => texts.map((content) => ({ role, content }));
  return spokenRun(
    {
      messages: [...said('system', developer), ...said('user', user)],
      toolCalls: [
        ...untrusted.map((result) => ({ name: 'read', arguments: {}, result, error: null })),
        ...signals.map((error) => ({ name: 'act', arguments: {}, result: null, error })),
      ],
    },
    userId,
  );
}
