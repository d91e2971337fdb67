/** What the agents here have in common. The trial sets it, so that each agent holds nothing but its SDK's own words. */

import { guardTools, Whetstone } from 'whetstone';

/** Where the stand-in model is. */
export const modelUrl = process.env.MODEL_URL ?? '';
export const task = process.env.TASK ?? '';
/** What the agent does, such as `responses streamed`. */
export const mode = process.env.MODE ?? '';
export const isStreamed = mode.includes('streamed');
export const isResponses = mode.includes('responses');

export const SYSTEM = 'You help with orders.';
export const DESCRIPTION = 'Looks an order up';

/** The tool: the first order that is asked for does not exist. */
export function getOrder({ order }) {
  if (order === '1041') throw new Error('there is no order 1041');
  return `order ${order} is shipped`;
}

export const client = new Whetstone();

/** The tools of an agent; `guarded`, calls that a rule blocks are refused. */
export const toolsOf = (tools) =>
  mode.includes('guarded') ? guardTools(tools, { client, waitMs: 10_000 }) : tools;

/** What each adapter is given: the outcome as an agent knows it, and time for a machine that does other things too. */
export const learning = {
  client,
  describe: ({ ending }) => ({ outcome: { answered: 'success', failed: 'failure' }[ending] ?? 'unknown' }),
  recallTimeoutMs: 10_000,
};

/** Runs the agent as a program does that ends with an error: records that wait are sent before its end. */
export async function start(agent) {
  try {
    await agent();
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
}
