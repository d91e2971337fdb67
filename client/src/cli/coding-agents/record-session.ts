/** After a turn: sends the turns of the transcript that were not sent yet, and what the user corrected. */
import { redact } from '../../../../server/domain/safety/redact.ts';
import { pause } from '../../timers.ts';
import { Whetstone } from '../../whetstone.ts';
import { episodeOf } from './episode.ts';
import { excludedPaths } from './excluded-paths.ts';
import type { HookEvent } from './hook-event.ts';
import { type HookCall, logCall } from './hook-log.ts';
import type { HookOptions, ToolName } from './hook-options.ts';
import { prefetch } from './prefetch.ts';
import { agentFor, repositoryRoot } from './repository.ts';
import { changeState, notedPrompt, readState, removeOldStates, type SessionState } from './session-state.ts';
import { readTranscript } from './transcripts/read-transcript.ts';
import type { Transcript, Turn } from './transcripts/turn.ts';

/** The events at the end of a turn, by the tools' names. */
const TURN_ENDS = new Set(['Stop', 'AfterAgent']);
/** How long the tool may take to write down the end of its answer. */
const WRITING_MS = 2000;
const WRITING_CHECK_MS = 100;
/** How long a gateway that does not answer is tried, in milliseconds. */
const SENDING_MS = 30_000;
/** How long a turn waits for the agents that it started, in milliseconds. */
const HELD_MS = 3_600_000;
/** A correction says that the run was bad, and not how bad. */
const CORRECTED_SCORE = 0.2;
const MAX_CORRECTION_CHARS = 5000;

/** Sends what a session has not sent yet. What cannot be sent now is left for the session's next call. */
export async function recordSession(options: HookOptions, event: HookEvent): Promise<void> {
  const state = readState(options.tool, event.sessionId);
  // Without a prompt since the tool was connected there is nothing to record.
  if (state === null || event.transcriptPath === null) return;
  const transcript = await completeTranscript(options.tool, event.transcriptPath, event);
  let problem: string | undefined;
  const client = new Whetstone({
    url: options.url,
    ...(options.tenant === null ? {} : { tenantId: options.tenant }),
    ...{ retries: 4, exitTimeoutMs: 0, flushIntervalMs: 0 },
    onError({ message }) {
      problem = message;
    },
  });
  const told = await sendSession(client, transcript, { options, event, state });
  const last = transcript.turns.at(-1);
  logCall({
    ...{ at: event.at, tool: options.tool, event: event.name },
    agent: (last && notedPrompt(state, last.prompt, last.startedAt)?.agentId) ?? agentFor(options, event),
    ...{ ms: Math.round(performance.now()), why: problem, ...told },
  });
  if (last !== undefined && TURN_ENDS.has(event.name)) await prefetch(options, event, last.prompt);
  removeOldStates(event.at);
}

type HookReport = Pick<HookCall, 'result' | 'why'>;

async function sendSession(
  client: Whetstone,
  transcript: Transcript,
  { options, event, state }: Omit<SessionContext, 'unknown'>,
): Promise<HookReport> {
  // At the end of a turn there is one.
  if (transcript.turns.length === 0 && TURN_ENDS.has(event.name)) {
    await client.call('reportUnreadTranscript', { body: { framework: options.tool } }).catch(() => undefined);
    return { result: 'not understood', why: kindsIn(transcript) };
  }
  const turns = transcript.turns.filter(({ startedAt }) => startedAt >= state.since && startedAt <= event.at);
  const unsent = turns.filter(({ id }) => !Object.hasOwn(state.recorded, id));
  const waiting = unsent.filter((turn) => !isHeld(turn, event));
  const change = (made: (state: SessionState) => void) =>
    changeState(options.tool, event.sessionId, state.since, made);
  const sent = await sendTurns(client, waiting, { options, event, state, unknown: transcript.unknown });
  change(({ recorded }) => Object.assign(recorded, sent));
  const episodes = { ...state.recorded, ...sent };
  await sendCorrections(client, correctedTurns(turns, episodes, state), (id) => {
    change(({ corrected }) => corrected.push(id));
  });
  const told = outcomeOf(waiting.length, sent);
  return waiting.length === unsent.length
    ? told
    : { ...told, why: 'a turn waits for an agent that it started' };
}

/** A turn takes the results of the agents that it started, which may come after its end; not after that of the session. */
function isHeld({ calls, endedAt }: Turn, { name, at }: HookEvent): boolean {
  return TURN_ENDS.has(name) && at - endedAt < HELD_MS && calls.some(({ isPending }) => isPending === true);
}

function outcomeOf(waiting: number, sent: SessionState['recorded']): HookReport {
  if (waiting === 0) return { result: 'nothing to record' };
  if (Object.values(sent).includes(null)) return { result: 'refused' };
  // They wait for the session's next call.
  return { result: Object.keys(sent).length < waiting ? 'not sent' : 'recorded' };
}

function kindsIn({ unknown }: Transcript): string {
  const kinds = Object.entries(unknown).map(([kind, times]) => `${kind} (${times})`);
  return kinds.length === 0
    ? 'the transcript has no prompt'
    : `not known in the transcript: ${kinds.join(', ')}`;
}

interface SessionContext {
  options: HookOptions;
  event: HookEvent;
  state: SessionState;
  unknown: Transcript['unknown'];
}

/** The episodes of the turns that were sent by the turn's id; null for one that the gateway refused. */
async function sendTurns(
  client: Whetstone,
  turns: readonly Turn[],
  { options, event, state, unknown }: SessionContext,
): Promise<SessionState['recorded']> {
  const context = {
    tool: options.tool,
    sessionId: event.sessionId,
    userId: options.user,
    namesExcluded: excludedPaths(options.exclude, repositoryRoot(event.folder)),
    unknown,
  };
  const sent: SessionState['recorded'] = {};
  for (const turn of turns) {
    const noted = notedPrompt(state, turn.prompt, turn.startedAt);
    const agentId = noted?.agentId ?? agentFor(options, event);
    void client.record(episodeOf(turn, { ...context, agentId, noted })).then((id) => {
      sent[turn.id] = id;
    });
  }
  await client.flush({ timeoutMs: SENDING_MS });
  return sent;
}

interface Correction {
  turnId: string;
  episodeId: string;
  correction: string;
}

/** A prompt that corrects the turn before it is feedback on that turn. */
function correctedTurns(
  turns: readonly Turn[],
  episodes: SessionState['recorded'],
  { corrected }: SessionState,
): Correction[] {
  return turns.flatMap(({ id }, at) => {
    const correction = turns[at + 1]?.prompt ?? '';
    const episodeId = episodes[id] ?? null;
    if (episodeId === null || corrected.includes(id) || !isCorrection(correction)) return [];
    return [{ turnId: id, episodeId, correction }];
  });
}

async function sendCorrections(
  client: Whetstone,
  corrected: readonly Correction[],
  sent: (turnId: string) => void,
): Promise<void> {
  for (const { turnId, episodeId, correction } of corrected) {
    const said = redact(correction).slice(0, MAX_CORRECTION_CHARS);
    const body = { episode_id: episodeId, score: CORRECTED_SCORE, correction: said, source: 'user' };
    await client.feedback(body);
    sent(turnId);
  }
}

/** The transcript, once it has the end of the answer; where that does not come, with the end that the tool told. */
async function completeTranscript(
  tool: ToolName,
  path: string,
  { lastMessage, at }: HookEvent,
): Promise<Transcript> {
  for (let waited = 0; ; waited += WRITING_CHECK_MS) {
    const transcript = readTranscript(tool, path);
    const last = transcript.turns.filter(({ startedAt }) => startedAt <= at).at(-1);
    if (lastMessage === null || last === undefined || endsWith(last, lastMessage)) return transcript;
    if (waited >= WRITING_MS) {
      last.messages.push({ role: 'assistant', content: lastMessage });
      return transcript;
    }
    await pause(WRITING_CHECK_MS);
  }
}

/** The answer that the tool told may be several messages of the transcript. */
function endsWith({ messages }: Turn, said: string): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant')?.content.trim();
  return last !== undefined && said.trim().endsWith(last);
}

const NOT_RIGHT = '(?:not (?:right|correct|true|what|how|quite)|wrong|incorrect)';

/** English, and only where the prompt begins so: a prompt that is no correction must not count against a run. */
const CORRECTION = new RegExp(
  String.raw`^\W*(?:${[
    '(?:no|nope)(?=[,.!:;—–-])',
    String.raw`no (?:that|this|it|you|not|don't|do not)\b`,
    String.raw`(?:wrong|incorrect)\b`,
    `(?:that|this|it)(?:'s| is| was) (?:still )?${NOT_RIGHT}`,
    "(?:that|this|it) (?:isn't|wasn't) (?:right|correct|what|how)",
    "(?:that|this|it) (?:still )?(?:fails|is broken|does not work|doesn't work|didn't work|did not work)",
    String.raw`still (?:fails|failing|broken|wrong|not working|doesn't|does not)\b`,
    String.raw`you (?:forgot|missed|broke|misunderstood|removed|ignored|should(?: not|n't)? have|were supposed)\b`,
    String.raw`i (?:said|asked|told you|meant|wanted)\b`,
    String.raw`(?:please )?(?:undo|revert) (?:that|this|it|your|the last)\b`,
    String.raw`not (?:that|what i|like that)\b`,
  ].join('|')})`,
  'i',
);

export function isCorrection(prompt: string): boolean {
  return CORRECTION.test(prompt.slice(0, 200).replaceAll('’', "'"));
}
