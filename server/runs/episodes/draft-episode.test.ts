import { expect, it } from 'vitest';
import { snakeCased } from '../../domain/camel-case.ts';
import { episodeSchema } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getEpisode, recordEpisode } from './index.ts';

const SECRET = 'write to jane.doe@example.com';
const REDACTED = 'write to [EMAIL]';

const sensitive = {
  scope: { user_id: 'jane.doe@example.com' },
  session_id: 'jane.doe@example.com',
  task: SECRET,
  messages: [{ role: 'user', content: SECRET }],
  tool_calls: [
    { name: 'mail', arguments: { to: SECRET }, result: SECRET, error: SECRET },
    { name: 'mail', arguments: SECRET },
  ],
  error: SECRET,
  verification: { passed: true, details: SECRET },
  framework: 'jane.doe@example.com',
  skills_loaded: ['jane.doe@example.com'],
  metadata: { owner: SECRET },
};

const untouched = {
  user_id: 'jane.doe@example.com',
  session_id: 'jane.doe@example.com',
  framework: 'jane.doe@example.com',
  skills_loaded: ['jane.doe@example.com'],
  metadata: { owner: SECRET },
};

const transcript = (text: string) => ({
  task: text,
  messages: [{ role: 'user', content: text }],
  tool_calls: [
    { name: 'mail', arguments: { to: text }, result: text, error: text },
    { name: 'mail', arguments: text, result: null, error: null },
  ],
  error: text,
  verification: { passed: true, details: text, source: 'verifier' },
});

describeOnOne('redaction', (runtime) => {
  it('covers the transcript and leaves what the caller manages by as it was sent', async () => {
    const who = freshPrincipal();
    const { episode_id } = await recordEpisode(runtime(), who, episodeInSchema.parse(sensitive));
    expect(snakeCased(episodeSchema).parse(await getEpisode(runtime(), who, episode_id))).toMatchObject({
      ...transcript(REDACTED),
      ...untouched,
    });
  });

  it('covers a text that is too large for the thread of requests', async () => {
    const who = freshPrincipal();
    const task = `${'some words of a long log\n'.repeat(5000)}${SECRET}`;
    const input = { task, messages: [{ role: 'user', content: [{ type: 'text', text: SECRET }] }] };
    const { episode_id } = await recordEpisode(runtime(), who, episodeInSchema.parse(input));
    const kept = await getEpisode(runtime(), who, episode_id);
    expect(kept.task).toBe(task.replace(SECRET, REDACTED));
    expect(kept.messages).toEqual([{ role: 'user', content: REDACTED }]);
  });
});

describeOnOne(
  'redaction switched off',
  (runtime) => {
    it('stores everything as it was sent', async () => {
      const who = freshPrincipal();
      const { episode_id } = await recordEpisode(runtime(), who, episodeInSchema.parse(sensitive));
      expect(snakeCased(episodeSchema).parse(await getEpisode(runtime(), who, episode_id))).toMatchObject({
        ...transcript(SECRET),
        ...untouched,
      });
    });
  },
  { SERVICE_REDACT_PII: 'false' },
);
