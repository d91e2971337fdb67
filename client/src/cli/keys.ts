/** `whetstone keys`: credentials of the tenant. The gateway lists none, so neither does this. */
import { Command, Option } from 'commander';
import type { Operations } from '../generated/api.ts';
import { action } from './command-context.ts';

type Scopes = NonNullable<Operations['createKey']['body']['scopes']>;

function createCommand(): Command {
  return new Command('create')
    .description('make a key; it is shown once')
    .argument('<name>')
    .addOption(
      new Option('--scope <scopes...>', 'what it may do')
        .choices(['learn', 'review', 'admin'])
        .default(['learn']),
    )
    .action(
      action<{ scope: Scopes }>(async ({ call, out }, { scope }, name) => {
        const created = await call('createKey', { body: { name: name ?? '', scopes: scope } });
        out.result(
          created,
          () => `${created.key}\n${created.id} with ${created.scopes.join(', ')}; shown this once`,
        );
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key by its id')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        await call('revokeKey', { path: { key_id: id ?? '' } });
        out.result({ id, status: 'revoked' }, () => `${id}: revoked; it may work for another 30 seconds`);
      }),
    );
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('create and revoke API keys')
    .addCommand(createCommand())
    .addCommand(revokeCommand());
}
