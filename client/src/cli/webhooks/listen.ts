/** `whetstone webhooks listen`: a receiver on this machine that verifies events and prints them, for who writes one. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command, Option } from 'commander';
import { WhetstoneError } from '../../errors.ts';
import { parsedJson } from '../../json.ts';
import { action } from '../command-context.ts';
import { type Output, wholeNumber } from '../output.ts';

const HOST = '127.0.0.1';
const PORT = 9797;
/** An event has a few kB. */
const MOST_BYTES = 1_000_000;

export function webhooksCommand(): Command {
  return new Command('webhooks').description("try a tenant's webhooks").addCommand(
    new Command('listen')
      .description(
        'receive events on this machine, verify their signatures and print them, until it is interrupted. The operator has ' +
          'to allow 127.0.0.1 with SERVICE_WEBHOOK_ALLOWED_HOSTS',
      )
      .option('--port <port>', `port on ${HOST}`, wholeNumber, PORT)
      .addOption(
        new Option('--secret <secret>', 'secret of the webhook; rather set the variable than show it')
          .env('WHETSTONE_WEBHOOK_SECRET')
          .makeOptionMandatory(),
      )
      .action(
        action(async ({ out }, { port, secret }: { port: number; secret: string }) => {
          const server = await listen({ out, secret, port });
          await new Promise<void>((resolve) => {
            const stop = () => {
              server.close(() => resolve());
              server.closeAllConnections();
            };
            process.once('SIGINT', stop);
            process.once('SIGTERM', stop);
          });
        }),
      ),
  );
}

interface Listening {
  out: Output;
  secret: string;
  port: number;
}

/** Starts the receiver. Throws where the port is taken. */
async function listen({ out, secret, port }: Listening): Promise<Server> {
  const server = createServer((request, response) => {
    receive(request, response, { out, secret }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new WhetstoneError('invalid', `cannot listen on ${HOST}:${port}: ${error.message}`)),
    );
    server.listen(port, HOST, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  out.note(`listening on http://${HOST}:${taken}`);
  return server;
}

/** Answers 204 to an event, 401 to what is not signed with the secret. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { out, secret }: Omit<Listening, 'port'>,
): Promise<void> {
  const body = await readBody(request);
  if (request.method !== 'POST' || body === null) {
    response.writeHead(body === null ? 413 : 405).end();
    return;
  }
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const id = header('webhook-id');
  const sent = { id, timestamp: header('webhook-timestamp'), signature: header('webhook-signature') };
  const refusal = refusalOf(secret, sent, body, Date.now());
  if (refusal !== null) {
    out.note(`refused ${id ?? 'a message'}: ${refusal}`);
    response.writeHead(401).end(refusal);
    return;
  }
  const event = parsedJson(body) ?? body;
  out.result({ id, event }, () => `${id}\n${JSON.stringify(event, null, 2)}\n`);
  response.writeHead(204).end();
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    if (length > MOST_BYTES) return null;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** How far the time of a message may be from now, in seconds. */
const TOLERANCE_S = 300;

/** What a receiver is sent beside the body. */
interface SignedHeaders {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** Why a message is refused; null where one of its signatures is right. `now` is in milliseconds. */
export function refusalOf(
  secret: string,
  { id, timestamp, signature }: SignedHeaders,
  body: string,
  now: number,
): string | null {
  if (id === undefined || timestamp === undefined || signature === undefined) return 'it is not signed';
  const seconds = Number(timestamp);
  if (!Number.isInteger(seconds)) return 'its time is not a number';
  if (Math.abs(now / 1000 - seconds) > TOLERANCE_S)
    return 'it is older than five minutes, or from the future';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isRight = signature.split(' ').some((each) => {
    const [version, text = ''] = each.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
  return isRight ? null : 'its signature is wrong: is this the secret of the webhook?';
}
