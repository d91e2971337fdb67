/**
 * Recalls at a steady pace, in a process of its own. A latency counts from the moment the recall was due, so
 * that a server that makes callers wait cannot hide it by being asked less often.
 */
import { Agent, request } from 'node:http';

/** What to ask and how often. */
export interface RecallOrder {
  url: string;
  bodies: string[];
  perSecond: number;
}

/** Latencies in milliseconds since the last time they were asked for. */
export interface Recalled {
  latencies: number[];
  failed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let taken: Recalled = { latencies: [], failed: 0 };

function recall(url: string, body: string, due: number): void {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const fail = () => {
    taken.failed += 1;
  };
  const sent = request(`${url}/v1/recall`, { method: 'POST', agent, headers }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode === 200) taken.latencies.push(performance.now() - due);
      else fail();
    });
  });
  sent.once('error', () => {
    // The server may close a connection that was kept open just as it is used again; nothing was asked then.
    if (sent.reusedSocket) recall(url, body, due);
    else fail();
  });
  sent.end(body);
}

function start({ url, bodies, perSecond }: RecallOrder): void {
  const began = performance.now();
  let count = 0;
  const pace = () => {
    for (let due = began; ; count += 1) {
      due = began + (count * 1000) / perSecond;
      if (due > performance.now()) break;
      recall(url, bodies[count % bodies.length] ?? '', due);
    }
    setTimeout(pace, 2);
  };
  pace();
}

process.on('message', (order: RecallOrder | 'lap') => {
  if (order !== 'lap') {
    start(order);
    return;
  }
  process.send?.(taken);
  taken = { latencies: [], failed: 0 };
});
process.on('disconnect', () => process.exit(0));
