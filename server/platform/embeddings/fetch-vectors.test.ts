import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onLoopback } from '../../testing/loopback.ts';
import { type Config, readConfig } from '../config/config.ts';
import { endpointAddress } from './endpoint.ts';
import { fetchVectors, readVectors } from './fetch-vectors.ts';
import { configuredSpace, namedSpace } from './vector-space.ts';

const FOREVER = { space: namedSpace(''), role: 'query', signal: new AbortController().signal } as const;

/** The configuration for an endpoint that does what `listener` says. */
async function configFor(listener: RequestListener): Promise<Config> {
  const { url, close } = await onLoopback(createServer(listener));
  onTestFinished(close);
  return readConfig({ SERVICE_ENV: 'dev', SERVICE_EMBEDDINGS_URL: `${url}/v1` });
}

describe('the address of the embeddings endpoint', () => {
  it('is used as it is when its path ends in /embeddings, else that is appended', () => {
    expect(endpointAddress('http://host/v1')).toBe('http://host/v1/embeddings');
    expect(endpointAddress('http://host/v1/')).toBe('http://host/v1/embeddings');
    expect(endpointAddress('http://host')).toBe('http://host/embeddings');
    expect(endpointAddress('http://host/v1/embeddings')).toBe('http://host/v1/embeddings');
    expect(endpointAddress('http://host/openai/v1?api-version=1')).toBe(
      'http://host/openai/v1/embeddings?api-version=1',
    );
  });
});

describe('a reply of the embeddings endpoint', () => {
  const reply = (data: unknown) => JSON.stringify({ data });

  it('gives one vector for each text, in the order of the texts', () => {
    const data = [
      { index: 1, embedding: [0, 5] },
      { index: 0, embedding: [3, 0] },
    ];
    expect(readVectors(reply(data), 2).map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(readVectors(reply([{ embedding: [2] }]), 1)).toHaveLength(1);
  });

  it.each([
    ['no JSON', '<html>', 'is not valid JSON'],
    ['no list', '{"error":"x"}', 'no list of vectors'],
    ['too few', reply([{ index: 0, embedding: [1] }]), '1 vectors for 2 texts'],
    ['vectors of zeros', reply([{ embedding: [0] }, { embedding: [0] }]), 'without a direction'],
    ['huge vectors', reply([{ embedding: Array(8193).fill(1) }, { embedding: [1] }]), 'no list of vectors'],
    ['two sizes', reply([{ embedding: [1] }, { embedding: [1, 2] }]), 'different sizes'],
    [
      'a text that was not sent',
      reply([
        { index: 0, embedding: [1] },
        { index: 7, embedding: [1] },
      ]),
      'not sent',
    ],
  ])('is not believed with %s', (_, text, error) => {
    expect(() => readVectors(text, 2)).toThrow(error);
  });
});

describe('a request to the embeddings endpoint', () => {
  it('ends with an oversized reply', async () => {
    const config = await configFor((_, response) => {
      const chunk = Buffer.alloc(100_000, 0x20);
      const timer = setInterval(() => response.write(chunk), 1);
      response.on('close', () => clearInterval(timer));
    });
    await expect(fetchVectors(config, ['a'], FOREVER)).rejects.toThrow('the reply is too long');
  });

  it('ends with its signal, also in the midst of a reply', async () => {
    const config = await configFor((_, response) => void response.write('{"data":['));
    const asked = fetchVectors(config, ['a'], { ...FOREVER, signal: AbortSignal.timeout(50) });
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', message: 'the endpoint took too long' });
  });

  it('follows no redirect, and tells refusals of a text from outages', async () => {
    const seen: (string | undefined)[] = [];
    const config = await configFor(({ url }, response) => {
      seen.push(url);
      const status = [302, 422, 503][seen.length - 1] ?? 200;
      response.writeHead(status, { location: '/elsewhere' }).end('a text that no log may show');
    });
    const failures: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await fetchVectors(config, ['a'], FOREVER).catch((error: unknown) => failures.push(error));
    }
    expect(seen).toEqual(['/v1/embeddings', '/v1/embeddings', '/v1/embeddings']);
    expect(failures).toMatchObject([
      { kind: 'unavailable', message: 'the endpoint answers 302' },
      { kind: 'refused', message: 'the endpoint answers 422' },
      { kind: 'unavailable', message: 'the endpoint answers 503' },
    ]);
  });

  it('sends long texts in part and well-formed, and no model where none is configured', async () => {
    let sent = '';
    const config = await configFor((request, response) => {
      request.on('data', (chunk: Buffer) => {
        sent += chunk.toString();
      });
      request.on('end', () => response.end('{"data":[{"embedding":[1]}]}'));
    });
    await fetchVectors(config, [`${'x'.repeat(7999)}😀 tail`], FOREVER);
    const body = JSON.parse(sent) as { input: string[] };
    expect(Object.keys(body)).toEqual(['input']);
    expect(body.input[0]).toHaveLength(8000);
    expect(body.input[0]?.isWellFormed()).toBe(true);
  });

  it('puts before a text what the model wants there, and keeps the first numbers of a vector', async () => {
    const sent: string[] = [];
    const config = await configFor((request, response) => {
      request.on('data', (chunk: Buffer) => sent.push(chunk.toString()));
      request.on('end', () => response.end('{"data":[{"embedding":[3,4,99]}]}'));
    });
    const embeddings = { ...config.embeddings, model: 'e5' };
    const space = configuredSpace({ ...config, embeddings });
    expect(namedSpace(space?.name ?? '')).toEqual(space);
    const asked = namedSpace('e5 {"dimensions":2,"query":"query:","passage":"passage:"}');
    expect(asked).toEqual({ ...space, name: asked.name, dimensions: 2 });
    const [vector] = await fetchVectors(config, ['a'], { ...FOREVER, space: asked });
    expect([...(vector ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    await fetchVectors(config, ['a'], { ...FOREVER, space: asked, role: 'passage' });
    expect(sent.map((body) => JSON.parse(body))).toEqual([
      { model: 'e5', input: ['query: a'] },
      { model: 'e5', input: ['passage: a'] },
    ]);
  });
});
