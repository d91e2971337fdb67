/** `whetstone status`: in a few lines, whether the gateway is ready, whose key this is, and what waits. */
import { Command } from 'commander';
import type { WhetstoneError } from '../errors.ts';
import type { Status } from '../generated/api.ts';
import { send } from '../transport.ts';
import { action, type CommandContext } from './command-context.ts';
import { countedUpToMost, EXIT } from './output.ts';

interface StatusReport extends Status {
  url: string;
  ready: true;
}

/** False where the gateway answers that it is not ready; any other error is thrown. */
async function isReady({ settings }: CommandContext): Promise<boolean> {
  const request = {
    method: 'GET',
    path: '/readyz',
    timeoutMs: settings.requestTimeoutMs,
    maxReplyBytes: 64_000,
  };
  return await send(settings, request).then(
    () => true,
    (error: WhetstoneError) => {
      if (error.status === 503) return false;
      throw error;
    },
  );
}

function describeLearning({
  learning_model: model,
  last_learning_day: day,
  last_learned: last,
}: Status): string {
  const called = day === null ? 'never called' : `last called on ${day}`;
  return [
    model === null ? 'no model, so nothing is learned automatically' : `${model}, ${called}`,
    ...(last === null
      ? []
      : [`last change ${last.id} for ${last.agent_id}, ${last.status}, of ${last.created_at.slice(0, 10)}`]),
  ].join('; ');
}

/** The status as lines for a terminal. */
export function describeStatus(shown: StatusReport): string {
  const { url, actor, tenant, scopes, pending_changesets, pending_memories, running_canaries } = shown;
  const may = scopes.length === 0 ? 'without a scope' : `with ${scopes.join(', ')}`;
  const waiting =
    pending_changesets === null || pending_memories === null
      ? 'only keys with the scope review see it'
      : `${countedUpToMost(pending_changesets, 'changeset')}, ${countedUpToMost(pending_memories, 'memory', 'memories')}`;
  return [
    `gateway   ${url} is ready`,
    `key       ${actor} of ${tenant}, ${may}`,
    `waiting   ${waiting}`,
    ...(running_canaries === null ? [] : [`canaries  ${running_canaries} running`]),
    `learning  ${describeLearning(shown)}`,
  ].join('\n');
}

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'whether the gateway is ready, whose key this is, what waits for review, what runs and was learned',
    )
    .action(
      action(async (context) => {
        const { settings, call, out, exitWith } = context;
        const url = settings.url ?? '';
        if (!(await isReady(context))) {
          out.result({ url, ready: false }, () => `gateway   ${url} is not ready`);
          exitWith(EXIT.failed);
          return;
        }
        const shown: StatusReport = { url, ready: true, ...(await call('readStatus', {})) };
        out.result(shown, () => describeStatus(shown));
      }),
    );
}
