/** Tasks that tests give to the pool of threads. */
import type { MessagePort } from 'node:worker_threads';

/** Sends a text over a port; an empty one is refused. */
export function echoOver(port: MessagePort, text: string): string {
  if (text === '') throw new RangeError('nothing to send');
  port.postMessage(text);
  return `sent ${text}`;
}
