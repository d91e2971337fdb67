/** `whetstone model`: whether the gateway's learning model could learn, and what to set where it could not. */
import { Command } from 'commander';
import type { Operations } from '../generated/api.ts';
import { action } from './command-context.ts';
import { EXIT, table } from './output.ts';

type Tested = Operations['testModel']['reply'];

/** A slow model takes minutes for its answers. */
const TIMEOUT_MS = 900_000;

function describe(model: string | null, { learns, checks, tokens_per_second: speed }: Tested): string {
  const rows = checks.map(({ name, ok, ms, detail }) => [
    ok ? 'ok' : 'fault',
    name,
    `${(ms / 1000).toFixed(1)} s`,
    detail,
  ]);
  const advice = checks.flatMap(({ name, means, set }) =>
    means === null ? [] : [`${name}: ${means} ${set ?? ''}`.trimEnd()],
  );
  const verdict = `${model ?? 'No model'} ${learns ? 'can learn' : 'cannot learn yet'}${speed === null ? '' : `; it writes ${speed} tokens a second`}.`;
  return [table(['', '', '', ''], rows).trimStart(), ...advice, verdict].join('\n');
}

export function modelCommand(): Command {
  return new Command('model')
    .description('test whether the learning model of the gateway could learn; needs the admin scope')
    .action(
      action<{ timeout?: number }>(async ({ call, out, exitWith }, { timeout = TIMEOUT_MS }) => {
        const { model } = await call('readModel', {});
        out.note('The model is tested. A slow one takes minutes.');
        const tested = await call('testModel', { body: {} }, { timeoutMs: timeout });
        out.result({ model, ...tested }, () => describe(model, tested));
        if (!tested.learns) exitWith(EXIT.failed);
      }),
    );
}
