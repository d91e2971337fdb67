/** `whetstone connect <tool>`: has a coding tool recall before each prompt and record each turn. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command, Option } from 'commander';
import { WhetstoneError } from '../errors.ts';
import { environmentVariable, noAddress } from '../options.ts';
import {
  DEFAULT_TIMEOUT_MS,
  type HookOptions,
  hookArguments,
  shellWord,
  TOOL_NAMES,
  type ToolName,
} from './coding-agents/hook-options.ts';
import { agentOf, repositoryRoot } from './coding-agents/repository.ts';
import { lineDiff } from './coding-agents/settings/line-diff.ts';
import { applyChange, type SettingsChange } from './coding-agents/settings/settings-file.ts';
import {
  CODING_TOOLS,
  type Connection,
  KEY_VARIABLE,
  type Place,
  type Scope,
} from './coding-agents/settings/tool-settings.ts';
import { action, type CommandContext } from './command-context.ts';

interface Options {
  scope?: Scope;
  exclude?: string[];
  remove?: boolean;
  dryRun?: boolean;
  timeout?: number;
}

const SENT = [
  'before a prompt: the prompt',
  'after a turn: the prompt, the answers, the calls of tools with their arguments, results and errors, how long it took, the model and its tokens, and whether tests passed',
];

/** The hook's program beside this one: built in the package, TypeScript in a checkout. */
const HOOK = join(
  dirname(fileURLToPath(import.meta.url)),
  `coding-agents/hook${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
);

/** The name under which this package is installed: it may have been published under another. */
function packageName(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  const { name }: { name: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return name;
}

export function connectCommand(): Command {
  return new Command('connect')
    .description('have a coding tool recall before each prompt and record each turn')
    .addArgument(new Argument('<tool>').choices(TOOL_NAMES))
    .addOption(
      new Option(
        '--scope <scope>',
        "whose settings: this folder's for you, all of yours, the project's",
      ).choices(['local', 'user', 'project'] satisfies Scope[]),
    )
    .option('--exclude <patterns...>', 'files and folders that nothing may be sent of')
    .option('--remove', 'take the settings out again')
    .option('--dry-run', 'show what would be written, and write nothing')
    .action(
      action<Options>(async (context, options, name) => {
        connect(context, options, name as ToolName);
      }),
    );
}

function connect(context: CommandContext, options: Options, name: ToolName): void {
  const tool = CODING_TOOLS[name];
  const scope = options.scope ?? tool.scopes[0];
  if (!tool.scopes.includes(scope))
    throw new WhetstoneError('invalid', `${name} has no scope ${scope}, only ${tool.scopes.join(' and ')}`);
  const root = repositoryRoot(process.cwd());
  const place = { home: homedir(), root, toolFolder: environmentVariable(tool.folderVariable) };
  const hook = hookOptions(context, options, name);
  const connection = options.remove === true ? null : connectionOf(context, hook, scope, place);
  const changes = tool.changes(scope, place, connection);
  if (options.dryRun !== true) for (const change of changes) applyChange(change);
  report(context, { options, scope, place, hook, changes, isRemoval: connection === null });
}

function hookOptions(
  { settings, namedAgent }: CommandContext,
  { exclude = [], timeout = DEFAULT_TIMEOUT_MS }: Options,
  tool: ToolName,
): HookOptions {
  return {
    tool,
    url: settings.url ?? '',
    agent: namedAgent,
    user: settings.userId,
    tenant: settings.headers['x-tenant-id'] ?? null,
    timeoutMs: timeout,
    exclude,
  };
}

function connectionOf(
  { settings }: CommandContext,
  hook: HookOptions,
  scope: Scope,
  place: Place,
): Connection {
  if (settings.url === null) throw noAddress();
  return {
    hookCommand: hookCommand(hook, scope, place),
    mcp: {
      url: `${settings.url}/mcp`,
      agent: hook.agent ?? (scope === 'user' ? null : agentOf(place.root)),
      hasKey: settings.headers['authorization'] !== undefined,
    },
  };
}

/** `|| true`, as the program may be gone some day, and a hook that fails is shown to the user. */
function hookCommand(hook: HookOptions, scope: Scope, { root }: Place): string {
  const words = hookArguments(hook).map(shellWord).join(' ');
  if (scope !== 'project') return `${shellWord(process.execPath)} ${shellWord(HOOK)} ${words} || true`;
  const name = packageName();
  // Where the package is for everybody who has the project.
  const inProject = `node_modules/${name}/dist/cli/coding-agents/hook.js`;
  if (!existsSync(join(root, inProject)))
    throw new WhetstoneError(
      'invalid',
      `the project's settings are for all who have it: first add the package, npm install --save-dev ${name}`,
    );
  return `node ${CODING_TOOLS[hook.tool].rootInShell}/${inProject} ${words} || true`;
}

interface Done {
  options: Options;
  scope: Scope;
  place: Place;
  hook: HookOptions;
  changes: SettingsChange[];
  isRemoval: boolean;
}

function report({ settings, out }: CommandContext, done: Done): void {
  const { options, scope, place, hook, changes, isRemoval } = done;
  const isDry = options.dryRun === true;
  const files = changes.map((change) => ({
    path: change.path,
    changes: change.before !== change.after,
    diff: lineDiff(change.before ?? '', change.after ?? ''),
  }));
  const { afterwards } = CODING_TOOLS[hook.tool];
  const agent = hook.agent ?? (scope === 'user' ? null : agentOf(place.root));
  const result = {
    tool: hook.tool,
    scope,
    written: !isDry,
    files,
    ...(isRemoval ? {} : { url: settings.url, agent, sends: SENT, excluded: hook.exclude }),
  };
  out.result(result, () =>
    [
      ...files.flatMap((file) => shownFile(file, place)),
      ...(isRemoval ? [] : shownSending(done, agent, settings.headers['authorization'] !== undefined)),
      isDry
        ? 'Nothing was written.'
        : isRemoval
          ? 'Removed.'
          : `Written. To undo: whetstone connect ${hook.tool} --scope ${scope} --remove`,
      ...(isRemoval || afterwards === null ? [] : [afterwards]),
    ].join('\n'),
  );
}

function shownFile(
  file: { path: string; changes: boolean; diff: string[] },
  { home, root }: Place,
): string[] {
  const inside = relative(root, file.path);
  const fromHome = file.path.startsWith(`${home}/`) ? `~${file.path.slice(home.length)}` : file.path;
  const path = inside.startsWith('..') ? fromHome : inside;
  return file.changes
    ? [path, ...file.diff.map((line) => `  ${line}`), '']
    : [`${path}: nothing changes`, ''];
}

function shownSending({ hook, scope }: Done, agent: string | null, hasKey: boolean): string[] {
  const where = scope === 'user' ? 'from every folder' : 'from this folder';
  return [
    `What leaves this machine, ${where}, to ${hook.url}:`,
    ...SENT.map((what) => `- ${what}`),
    'Credentials and personal data are replaced by labels before that.',
    hook.exclude.length === 0
      ? 'No files are excluded: --exclude <patterns...>'
      : `Of these files nothing is sent: ${hook.exclude.join(' ')}`,
    `The agent is ${agent ?? 'the repository, as owner/name'}.`,
    hasKey
      ? `The key stays where it is: ${hook.tool} needs ${KEY_VARIABLE} in its environment.`
      : `No key is used: set ${KEY_VARIABLE} first where the gateway needs one.`,
    '',
  ];
}
