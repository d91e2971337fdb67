/** The repository of a folder, read from its files: a hook has no time to start git. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { HookEvent } from './hook-event.ts';
import type { HookOptions } from './hook-options.ts';

/** What an agent id may be made of (the gateway's rule). */
const NOT_IN_AN_ID = /[^A-Za-z0-9._:@/-]+/g;
const MAX_ID = 128;

/** The top folder of the repository that `folder` is in; `folder` itself where it is in none. */
export function repositoryRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return resolve(folder);
  }
}

/** The file that keeps names from being added to a repository by this checkout's user alone; null outside a repository. */
export function excludeFile(root: string): string | null {
  return existsSync(join(root, '.git')) ? join(gitFolder(root), 'info/exclude') : null;
}

/** The agent of a folder: `owner/name` of its repository's remote, else the name of its top folder. */
export function agentOf(folder: string): string {
  const root = repositoryRoot(folder);
  const id = (nameOfRemote(root) ?? basename(root))
    .replace(NOT_IN_AN_ID, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MAX_ID);
  return id === '' ? 'default' : id;
}

/** The agent of the runs in the folder of an event, where the options name no other. */
export function agentFor({ agent }: HookOptions, { folder }: HookEvent): string {
  return agent ?? agentOf(folder);
}

function nameOfRemote(root: string): string | null {
  try {
    const config = readFileSync(join(gitFolder(root), 'config'), 'utf8');
    return nameInUrl(remoteUrl(config) ?? '');
  } catch {
    // No repository, or one that cannot be read: the folder names the agent.
    return null;
  }
}

/** In a worktree `.git` is a file that names a folder, whose `commondir` names the repository's own. */
function gitFolder(root: string): string {
  const path = join(root, '.git');
  if (statSync(path).isDirectory()) return path;
  const named = resolve(
    root,
    readFileSync(path, 'utf8')
      .replace(/^gitdir:/, '')
      .trim(),
  );
  const common = join(named, 'commondir');
  return existsSync(common) ? resolve(named, readFileSync(common, 'utf8').trim()) : named;
}

/** The address of `origin`, else of the first remote. */
function remoteUrl(config: string): string | null {
  const urls = new Map<string, string>();
  let remote: string | null = null;
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) remote = /^\s*\[remote "(.+)"\]/.exec(line)?.[1] ?? null;
    const url = /^\s*url\s*=\s*(.+?)\s*$/.exec(line)?.[1];
    if (remote !== null && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  return urls.get('origin') ?? urls.values().next().value ?? null;
}

/** `https://host/owner/name.git`, `git@host:owner/name` and `ssh://git@host:22/owner/name` are `owner/name`; a path its last part. */
function nameInUrl(url: string): string | null {
  const path =
    /^\w[\w+.-]*:\/\/[^/]+\/(.+)$/.exec(url)?.[1] ??
    /^[^/\\]{2,}:(?!\/\/)(.+)$/.exec(url)?.[1] ??
    basename(url);
  const name = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^\/+/, '');
  return name === '' ? null : name;
}
