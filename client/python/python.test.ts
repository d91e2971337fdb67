/**
 * The Python client as a part of this project's tests: its own tests run with the machine's python3, in front of a real
 * gateway and of every bad one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesAny } from '../../server/domain/moments/match.ts';
import { cases } from '../../server/testing/property.ts';
import { openTestGateway, type TestGateway } from '../../server/testing/test-gateway.ts';
import { Whetstone } from '../src/index.ts';
import { FAULTY_GATEWAYS, type FaultyGateway } from '../testing/faulty-gateway.ts';
import { PYTHON_VERSION, runPython } from '../testing/python-process.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** The first program of the README. */
const EXAMPLE = /```python\n([\s\S]*?)```/.exec(readFileSync(join(FOLDER, 'README.md'), 'utf8'))?.[1] ?? '';

const MODULES = readdirSync(join(FOLDER, 'tests'))
  .filter((file) => /^test_\w+\.py$/.test(file))
  .map((file) => `tests.${file.replace('.py', '')}`);

if (PYTHON_VERSION === null) {
  process.stdout.write('The Python client is not tested: this machine has no python3 from 3.10 on.\n');
}

describe.skipIf(PYTHON_VERSION === null)(`the Python client on Python ${PYTHON_VERSION}`, () => {
  let gateway: TestGateway | undefined;
  const faulty: FaultyGateway[] = [];
  let servers = '';
  beforeAll(async () => {
    gateway = await openTestGateway('sqlite', {
      SERVICE_HOLDOUT_RATE: '0',
      SERVICE_RATE_LIMIT_PER_MINUTE: '0',
    });
    for (const { start } of FAULTY_GATEWAYS) faulty.push(await start());
    const faults = FAULTY_GATEWAYS.map(({ name }, at) => [name, faulty[at]?.url]);
    servers = JSON.stringify({ gateway: gateway.url, faults: Object.fromEntries(faults) });
  });
  afterAll(async () => {
    for (const one of faulty) await one.close();
    await gateway?.close();
  });

  it.each(MODULES)('passes %s', { timeout: 180_000 }, async (module) => {
    const { code, stderr } = await runPython(['-m', 'unittest', module], {
      cwd: FOLDER,
      env: { WHETSTONE_TEST_SERVERS: servers },
    });
    expect(code, stderr).toBe(0);
    // No test was left out: with the servers there is no reason to.
    expect(stderr).toMatch(/Ran [1-9]\d* tests? in [^\n]*\n\nOK\n/);
  });

  it('matches calls as the gateway does', async () => {
    const glob = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '?', '**/', '.'), {
      minLength: 1,
      maxLength: 6,
    });
    const text = fc.array(fc.constantFrom('a', 'b', '/', '.', '?'), { maxLength: 7 });
    const joined = (signs: fc.Arbitrary<string[]>) => signs.map((all) => all.join(''));
    const one = <Key extends string>(key: Key) => fc.record({ [key]: joined(glob) });
    const argument = fc.record({ name: fc.constant('some_value'), value: joined(glob) });
    const condition = fc.oneof(...['tool', 'path', 'command', 'error'].map(one), fc.record({ argument }));
    const value = fc.oneof(joined(text), fc.integer(), fc.boolean(), fc.constant({ a: [1] }));
    const given = fc.record({
      ...{ filePath: joined(text), paths: fc.tuple(joined(text)), someValue: value },
      command: fc.array(joined(text), { maxLength: 2 }),
    });
    const all = fc.tuple(condition, joined(text), given, fc.option(joined(text)));
    const samples = fc
      .sample(all, { numRuns: cases(2000), seed: 7 })
      .map(([when, name, args, lastError]) => ({
        ...{ when, name, args, lastError },
        matches: matchesAny([when], { tool: { name, arguments: args }, lastError }),
      }));
    expect(samples.filter(({ matches }) => matches).length).toBeGreaterThan(20);
    const program = `import json, sys
from whetstone.matching import matches_any
for one in json.loads(sys.argv[1]):
    if matches_any([one["when"]], one["name"], one["args"], one["lastError"]) != one["matches"]:
        print(json.dumps(one))`;
    for (let at = 0; at < samples.length; at += 400) {
      const some = JSON.stringify(samples.slice(at, at + 400));
      expect(await runPython(['-c', program, some])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
  });

  const runExample = (url: string | undefined) =>
    runPython(['-c', EXAMPLE, 'pack a box'], {
      env: { WHETSTONE_URL: url ?? '', WHETSTONE_AGENT: 'py-example' },
    });

  it('learns by the ten lines of its README', async () => {
    // An address with a slash at its end is the same address.
    expect(await runExample(`${gateway?.url}/`)).toMatchObject({
      code: 0,
      stdout: 'pack a box: done\n',
      stderr: '',
    });
    const lines = await new Whetstone({ url: gateway?.url }).call('exportEpisodes', {
      path: { agent_id: 'py-example' },
    });
    expect(JSON.parse(lines.trim())).toMatchObject({
      task: 'pack a box',
      reward: 1,
    });
  });

  it.each(FAULTY_GATEWAYS.map(({ name }, at) => ({ name, at })))(
    'answers the same by those lines in front of $name',
    async ({ at }) => {
      const { code, stdout, answeredMs } = await runExample(faulty[at]?.url);
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'pack a box: done\n' });
      expect(answeredMs).toBeLessThan(5000);
    },
  );
});
