/** What the run behind the trace payloads was: what an episode made of it must say. */
import type { Episode } from '../../server/domain/runs/episodes/episode.ts';

/** One thing that has to be so. */
export interface Check {
  what: string;
  holds: boolean;
}

/** Whether this is the run of the support agent, and no other trace in the same payload. */
export function expectsRefund({ tool_calls }: Episode): boolean {
  return tool_calls.length > 0;
}

/** The attributes under which an instrumentation writes down what a model answered, and whose run it is. */
const ANSWERS = /"(llm\.output_messages\.|ai\.response\.text|gen_ai\.output\.messages)/;
const USER = /"key":"(?:user\.id|ai\.telemetry\.metadata\.userId)","value":{"stringValue":"([^"]+)"/;
const RECALL = /"key":"ai\.telemetry\.metadata\.recall_id","value":{"stringValue":"([^"]+)"/;

/** The checks of the run; `sent` is the payload as text: what an instrumentation did not write down cannot be asked for. */
export function checksOfRun(run: Episode | undefined, sent: string): Check[] {
  if (run === undefined) return [{ what: 'there is an episode with tool calls', holds: false }];
  const wasSaid = (text: unknown) =>
    typeof text === 'string' && text.length > 10 && sent.includes(JSON.stringify(text).slice(1, -1));
  const [order, refund, ...others] = run.tool_calls;
  const last = run.messages.at(-1);
  const spoken = run.messages.map(({ role, content }) => `${role} ${content}`);
  const answers = ANSWERS.test(sent);
  return [
    {
      what: 'get_order succeeded',
      holds: order?.name === 'get_order' && order.error === null && wasSaid(order.result),
    },
    {
      what: 'issue_refund failed, with its arguments and the error',
      holds: refund?.name === 'issue_refund' && wasSaid(refund.error) && typeof refund.arguments === 'object',
    },
    { what: 'there is no third call', holds: others.length === 0 },
    { what: 'the session is sess-77', holds: run.session_id === 'sess-77' },
    { what: 'a failed tool is no failed run', holds: run.outcome === 'unknown' },
    {
      what: answers ? 'the final answer is the last message' : 'no message is made up',
      holds: answers ? last?.role === 'assistant' && wasSaid(last.content) : run.messages.length === 0,
    },
    { what: 'no message occurs twice', holds: new Set(spoken).size === spoken.length },
    { what: 'the task is known where it was said', holds: answers ? wasSaid(run.task) : run.task === null },
    { what: 'the user is known where it was said', holds: run.user_id === (USER.exec(sent)?.[1] ?? null) },
    {
      what: 'the recall is known where it was said',
      holds: run.recall_id === (RECALL.exec(sent)?.[1] ?? null),
    },
    { what: 'it took as long as its root', holds: (run.duration_ms ?? 0) > 0 },
  ];
}
