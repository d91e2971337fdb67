/** What happens before and after a run, over REST: recalls, episodes, feedback, traces and questions. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import {
  agentId,
  agentIdOrShared,
  callerKey,
  DEFAULT_AGENT,
  freeText,
  reference,
} from '../../domain/fields.ts';
import { userId } from '../../domain/memories/memory.ts';
import { AskIn, AskOut } from '../../domain/runs/ask.ts';
import {
  episodeSchema,
  feedbackInSchema,
  feedbackOutSchema,
  listedEpisodeSchema,
  OUTCOMES,
} from '../../domain/runs/episodes/episode.ts';
import {
  batchOutSchema,
  episodeOutSchema,
  MAX_BATCH,
  recordedEpisodeSchema,
} from '../../domain/runs/episodes/episode-in.ts';
import {
  RecallBody,
  RecallExplanation,
  RecallPreview,
  RecallPreviewRequest,
  RecallResponse,
} from '../../domain/runs/recall/recall.ts';
import { logExportSchema, logsOutSchema } from '../../domain/runs/traces/log-records.ts';
import { traceExportSchema, tracesOutSchema } from '../../domain/runs/traces/span.ts';
import { ask, runPreview } from '../../runs/ask/index.ts';
import {
  getEpisode,
  latestEpisode,
  listEpisodes,
  recordBatch,
  recordEpisode,
  requireBatchSize,
} from '../../runs/episodes/index.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { ingestLogs, ingestTraces } from '../../runs/ingestion/index.ts';
import { explainRecall, recall, recallMoment } from '../../runs/recall/index.ts';
import { cursor, type ExportEncoding, operation, PAGING, pageSchema } from './operation.ts';

const TAG = 'Learning loop';

export const recallOperations = {
  recall: operation({
    method: 'POST',
    path: '/v1/recall',
    scope: 'learn',
    agents: { recall: 'moment.recall_id' },
    tag: 'Learning loop',
    summary: 'What was learned that helps with a task, ready for the prompt',
    description:
      'Ranks the skills of the agent and of the shared namespace and the memories that the user may see. The best skills ' +
      'come in full, the next by name in `skill_index`. A session in the holdout receives neither, but memories and ' +
      'profile. An empty query serves no skill and the newest memories. At most the 2,000 newest memories are ranked, and of ' +
      'each namespace the 5,000 skills changed last. Some rules say which calls of tools they apply to (`triggers`): with ' +
      '`moment` it answers, before such a call, with at most two of the rules that the recall of `recall_id` served, one a ' +
      'line, and `moment_id`. A session sees each once, and again after an error; a rule that blocks each time.',
    notFound: 'The recall of the moment is unknown here, in another tenant, or of another agent',
  })
    .input(RecallBody)
    .output(RecallResponse)
    .mutation(({ ctx: { runtime, principal }, input: { moment, query = '', ...rest } }) =>
      moment === undefined
        ? recall(runtime, principal, { ...rest, query })
        : recallMoment(runtime, principal, { ...rest, moment }),
    ),

  previewRecall: operation({
    method: 'POST',
    path: '/v1/recall:preview',
    scope: 'review',
    agents: 'named',
    notFound: 'The changeset is unknown here or in another tenant',
    tag: TAG,
    summary: 'What a recall would serve, and why',
    description:
      'Answers as a recall of a session that gets learning: no session is put into the holdout and no skill is held back. Nothing is ' +
      'recorded or counted. With `run` the learning model does the task too, once with what is served and once without; without a ' +
      'usable answer that is a 503. With `changeset_id` it also shows what would be served once that changeset is applied; 409 where ' +
      'the changeset is not pending, no longer fits its skills, or belongs to another agent.',
  })
    .input(RecallPreviewRequest)
    .output(RecallPreview)
    .mutation(({ ctx, input }) => runPreview(ctx.runtime, ctx.principal, input)),

  explainRecall: operation({
    method: 'GET',
    path: '/v1/recalls/{recall_id}',
    scope: 'learn',
    agents: { recall: 'recall_id' },
    tag: 'Learning loop',
    summary: 'What a recall served and why',
  })
    .input(z.object({ recall_id: reference() }))
    .output(snakeCased(RecallExplanation))
    .query(({ ctx, input }) => explainRecall(ctx.runtime, ctx.principal, input.recall_id)),
};

const MAX_SESSION = 256;

/** The raw body where it is a list; its length is checked before its items. */
const rawBatch = z.object({ episodes: z.array(z.unknown()) });

export const episodesOperations = {
  recordEpisode: operation({
    method: 'POST',
    path: '/v1/episodes',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: 'Record what happened in a run',
    description:
      'Credits the skills that the recall of `recall_id` served. A recall is credited once: by the first run of its agent ' +
      'and, where both name one, its session, at most SERVICE_RECALL_CREDIT_HOURS (168) later. Other runs that name it are ' +
      'stored with `credited` false and the `credit_reason`, and are no evidence. Recording again for the same agent with ' +
      'the same `idempotency_key` answers with the first episode, `duplicate` true, and stores nothing. Messages may be as the SDKs of OpenAI and Anthropic have them: ' +
      'they are stored as texts, and the tool calls and results in them as `tool_calls`, each once; a result with ' +
      '`is_error` is the error of its call.',
  })
    .input(recordedEpisodeSchema)
    .output(episodeOutSchema)
    .mutation(({ ctx, input }) => recordEpisode(ctx.runtime, ctx.principal, input)),

  recordEpisodeBatch: operation({
    method: 'POST',
    path: '/v1/episodes:batch',
    scope: 'learn',
    agents: 'named',
    tag: TAG,
    summary: `Record up to ${MAX_BATCH} runs, all or none`,
    body: 'episodes',
    refuse(sent) {
      const { success, data } = rawBatch.safeParse(sent);
      if (success) requireBatchSize(data.episodes.length);
    },
  })
    .input(z.object({ episodes: z.array(recordedEpisodeSchema).meta({ maxItems: MAX_BATCH }) }))
    .output(batchOutSchema)
    .mutation(({ ctx, input }) => recordBatch(ctx.runtime, ctx.principal, input.episodes)),

  listEpisodes: operation({
    method: 'GET',
    path: '/v1/episodes',
    scope: 'review',
    agents: 'filtered',
    tag: TAG,
    summary: 'Episodes, newest first, without what was said in them',
    description: PAGING,
    paged: true,
  })
    .input(
      z.object({
        agent_id: agentIdOrShared().optional().describe('Absent means every agent'),
        user_id: userId().optional(),
        session_id: callerKey(MAX_SESSION).optional(),
        outcome: z.enum(OUTCOMES).optional(),
        limit: z.number().int().min(1).max(1000).default(100),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(listedEpisodeSchema))
    .query(({ ctx, input }) =>
      listEpisodes(ctx.runtime, ctx.principal, {
        agentId: input.agent_id ?? null,
        userId: input.user_id ?? null,
        sessionId: input.session_id ?? null,
        outcome: input.outcome ?? null,
        limit: input.limit,
        cursor: input.cursor ?? null,
      }),
    ),

  latestEpisode: operation({
    method: 'GET',
    path: '/v1/episodes/latest',
    scope: 'learn',
    agents: 'named',
    notFound: 'The session has no episode',
    tag: TAG,
    summary: 'The most recent episode of a session',
  })
    .input(
      z.object({ session_id: callerKey(MAX_SESSION), agent_id: agentIdOrShared().default(DEFAULT_AGENT) }),
    )
    .output(snakeCased(episodeSchema))
    .query(({ ctx, input }) =>
      latestEpisode(ctx.runtime, ctx.principal, { agentId: input.agent_id, sessionId: input.session_id }),
    ),

  getEpisode: operation({
    method: 'GET',
    path: '/v1/episodes/{episode_id}',
    scope: 'learn',
    agents: { episode: 'episode_id' },
    tag: TAG,
    summary: 'An episode',
  })
    .input(z.object({ episode_id: reference() }))
    .output(snakeCased(episodeSchema))
    .query(({ ctx, input }) => getEpisode(ctx.runtime, ctx.principal, input.episode_id)),

  reportUnreadTranscript: operation({
    method: 'POST',
    path: '/v1/unread-transcripts',
    scope: 'learn',
    agents: 'none',
    tag: TAG,
    summary: 'Count a transcript of a coding tool in which the client found no run',
    description:
      'Nothing is stored: the count is the metric `service_unread_transcripts_total`. It rises where a new version of a ' +
      'coding tool writes transcripts in a form that the client cannot read.',
    status: 204,
  })
    .input(z.object({ framework: freeText().min(1).max(64).describe('The coding tool, such as `codex`') }))
    .output(z.void())
    .mutation(({ ctx, input }) => {
      const { metrics } = ctx.runtime;
      metrics.unreadTranscripts.inc({ framework: metrics.frameworkLabel(input.framework) });
    }),
};

export const feedbackOperations = {
  giveFeedback: operation({
    method: 'POST',
    path: '/v1/feedback',
    scope: 'learn',
    agents: { episode: 'episode_id', recall: 'recall_id' },
    notFound: 'The episode or the recall is unknown here or in another tenant',
    tag: 'Learning loop',
    summary: 'Judge a recorded run',
    description:
      'Names the run by `episode_id`, or by the `recall_id` that it was recorded with: 409 until it is recorded. The latest ' +
      'feedback becomes the reward of the episode unless a verification outranks it. A score below 0.5, a comment or a ' +
      'correction triggers reflection.',
  })
    .input(feedbackInSchema)
    .output(feedbackOutSchema)
    .mutation(({ ctx, input }) => giveFeedback(ctx.runtime, ctx.principal, input)),
};

const DESCRIPTION = `Read are the GenAI conventions of OpenTelemetry (current and older forms), OpenInference, OpenLLMetry and what
frameworks have of their own. Each topmost agent span becomes one episode, with the idempotency key \`otel:<trace_id>\`, and
\`otel:<trace_id>:<span_id>\` where the agent is not the root of its trace, however many requests it arrives in and in whatever
order; spans that arrive later complete it until it is reflected on. \`X-Agent-Id\` says whose episodes these are, before what the
spans say. The body may be compressed with gzip, deflate or zstd.`;

const IN_JSON = 'An OTLP `ExportTraceServiceRequest` in JSON; protobuf goes to `/v1/traces` (415 here).';
const IN_PROTOBUF =
  'An OTLP `ExportTraceServiceRequest` in protobuf, which most exporters send by default, or in JSON. The reply has the encoding ' +
  'of the request: in protobuf an `ExportTraceServiceResponse`, and for every error a `google.rpc.Status`. A span may have ' +
  '100,000 attributes, values and events (400 above that).';

const input = z.object({ request: traceExportSchema, 'x-agent-id': agentId().optional() });

function traceOperation(path: `/${string}`, summary: string, exported: readonly ExportEncoding[] = ['json']) {
  return operation({
    method: 'POST',
    path,
    scope: 'learn',
    agents: 'traces',
    tag: 'Learning loop',
    summary,
    description: `${exported.includes('protobuf') ? IN_PROTOBUF : IN_JSON} ${DESCRIPTION}`,
    body: 'request',
    headers: ['x-agent-id'],
    exported,
  })
    .input(input)
    .output(tracesOutSchema)
    .mutation(({ ctx, input: { request, 'x-agent-id': agent } }) =>
      ingestTraces(ctx.runtime, ctx.principal, { request, agentId: agent }),
    );
}

export const traceOperations = {
  ingestTraces: traceOperation('/v1/traces', 'Record runs from OpenTelemetry traces', ['protobuf', 'json']),
  ingestExportedTraces: traceOperation(
    '/otlp/v1/traces',
    'The same in JSON, for exporters whose endpoint is `<gateway>/otlp`',
  ),
  ingestProtobufTraces: traceOperation(
    '/otlp/protobuf/v1/traces',
    'The same in protobuf, for exporters whose endpoint is `<gateway>/otlp/protobuf`',
    ['protobuf', 'json'],
  ),
  ingestLogs: operation({
    method: 'POST',
    path: '/v1/logs',
    scope: 'learn',
    tag: 'Learning loop',
    summary: 'Add messages from OpenTelemetry events to runs',
    description:
      'An OTLP `ExportLogsServiceRequest` in protobuf or JSON. Some instrumentations send what was said to a model as events ' +
      'beside their spans; these are added to the run of their span. Other records are counted in `partialSuccess` and not kept.',
    body: 'request',
    headers: ['x-agent-id'],
    exported: ['protobuf', 'json'],
    signal: 'logs',
  })
    .input(z.object({ request: logExportSchema, 'x-agent-id': agentId().optional() }))
    .output(logsOutSchema)
    .mutation(({ ctx, input: { request, 'x-agent-id': agent } }) =>
      ingestLogs(ctx.runtime, ctx.principal, { request, agentId: agent }),
    ),
};

export const askOperations = {
  ask: operation({
    method: 'POST',
    path: '/v1/ask',
    scope: 'learn',
    agents: 'named',
    tag: 'Learning loop',
    summary: 'Answer a question from learned evidence only',
    description:
      'Answers from the skills of the agent and the shared ones, its memories and the user profile, with the ids of what the ' +
      'answer rests on. Where nothing learned answers the question, it says so and `evidence` is empty. 503 with Retry-After 30 where no learning model answers usably, 429 with Retry-After 3600 where the ' +
      "tenant's tokens of the day are used.",
  })
    .input(AskIn)
    .output(AskOut)
    .mutation(({ ctx, input }) => ask(ctx.runtime, ctx.principal, input)),
};
