/** A folder's git tree, as far as a sync needs it: where a file comes from, and commits on a branch that need no checkout. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { WhetstoneError } from '../../errors.ts';
import { repositoryRoot } from '../coding-agents/repository.ts';

export interface GitTree {
  root: string;
  /** Where the synced folder is in it: empty, or a path that ends with `/`. */
  prefix: string;
  /** The branch that is checked out; null for none. */
  current: string | null;
}

interface Author {
  name: string;
  email: string;
}

/** A commit to make. Dates are written to the second. */
interface NewCommit {
  /** Texts of files of the synced folder; null for one that goes. */
  changes: ReadonlyMap<string, string | null>;
  message: string;
  author: Author;
  authoredAt: Date;
  committedAt: Date;
}

/** The command makes the commit; its author is who approved. */
const COMMITTER: Author = { name: 'whetstone', email: 'noreply@whetstone.invalid' };

const MAX_OUTPUT = 64 * 1024 * 1024;

function run(folder: string, args: readonly string[], input = '') {
  const all = ['--literal-pathspecs', ...args];
  return spawnSync('git', all, { cwd: folder, input, encoding: 'utf8', maxBuffer: MAX_OUTPUT });
}

function git(folder: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = run(folder, args, input);
  if (status === 0) return stdout;
  throw new WhetstoneError('agent-code', `git ${args[0]}: ${error?.message ?? stderr.trim()}`);
}

/** What git says, or null where it says no. */
function gitOrNull(folder: string, args: readonly string[]): string | null {
  const { status, stdout } = run(folder, args);
  return status === 0 ? stdout.trim() : null;
}

/** The git tree that a folder is in; null where it is in none. */
export function openGitTree(folder: string): GitTree | null {
  if (!existsSync(join(repositoryRoot(folder), '.git'))) return null;
  const root = git(folder, ['rev-parse', '--show-toplevel']).trim();
  const below = relative(realpathSync(root), realpathSync(folder)).split(sep).join('/');
  const prefix = below === '' ? '' : `${below}/`;
  return { root, prefix, current: gitOrNull(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']) };
}

/** The last commit of a file, with its author's name, as words: `skills/a/SKILL.md at commit 1a2b3c4 by Ann`. */
export function describeOrigin(tree: GitTree, path: string): string {
  const full = tree.prefix + path;
  const found = gitOrNull(tree.root, ['log', '-1', '--format=%h by %an', '--', full]);
  if (found === null || found === '') return `${full}, not committed`;
  const isCommitted = gitOrNull(tree.root, ['diff', '--quiet', 'HEAD', '--', full]) !== null;
  return isCommitted ? `${full} at commit ${found}` : `${full}, edited after commit ${found}`;
}

/** Most commits of a file whose texts are looked at. */
const HISTORY = 50;

/** The texts of a file in its latest commits, newest first. */
export function earlierTexts(tree: GitTree, path: string): string[] {
  const full = tree.prefix + path;
  const commits = gitOrNull(tree.root, ['log', `-${HISTORY}`, '--format=%H', '--', full])?.split('\n') ?? [];
  return commits.flatMap((commit) => {
    const found = run(tree.root, ['cat-file', 'blob', `${commit}:${full}`]);
    return found.status === 0 ? [found.stdout] : [];
  });
}

/** Commits for one branch. Nothing is checked out: the working tree stays as it is. */
export class SyncBranch {
  readonly name: string;
  /** Whether the working tree is on this branch, so that its files have to follow the commits. */
  readonly isCurrent: boolean;
  readonly #tree: GitTree;
  readonly #reference: string;
  /** The commit that the next one follows. */
  #tip: string | null;

  constructor(tree: GitTree, name: string) {
    this.name = name;
    this.#tree = tree;
    this.#reference = `refs/heads/${name}`;
    this.isCurrent = tree.current === name;
    if (gitOrNull(tree.root, ['check-ref-format', this.#reference]) === null)
      throw new WhetstoneError('invalid', `${name}: not a name for a branch`);
    const elsewhere = git(tree.root, ['worktree', 'list', '--porcelain']).split('\n');
    if (!this.isCurrent && elsewhere.includes(`branch ${this.#reference}`))
      throw new WhetstoneError('invalid', `${name} is checked out in another worktree: sync there`);
    this.#tip = this.#start();
  }

  /** A branch that was merged goes on from what is checked out; one that only the remote has, from there. */
  #start(): string | null {
    const head = this.#idOf('HEAD');
    const branch = this.#idOf(this.#reference) ?? this.#idOf(`refs/remotes/origin/${this.name}`);
    if (branch === null || head === null) return branch ?? head;
    const isMerged = gitOrNull(this.#tree.root, ['merge-base', '--is-ancestor', branch, head]) !== null;
    return isMerged ? head : branch;
  }

  #idOf(reference: string): string | null {
    return gitOrNull(this.#tree.root, ['rev-parse', '--verify', '--quiet', `${reference}^{commit}`]);
  }

  /** The text of a file of the synced folder as the branch has it; null where it has none. */
  read(path: string): string | null {
    if (this.#tip === null) return null;
    const found = run(this.#tree.root, ['cat-file', 'blob', `${this.#tip}:${this.#tree.prefix}${path}`]);
    return found.status === 0 ? found.stdout : null;
  }

  /** Makes a commit and returns its id. Git refuses where another process has moved the branch elsewhere meanwhile. */
  commit(commit: NewCommit): string {
    const { root, prefix } = this.#tree;
    git(root, ['fast-import', '--quiet'], this.#importStream(commit));
    const id = git(root, ['rev-parse', '--verify', this.#reference]).trim();
    this.#tip = id;
    const paths = [...commit.changes.keys()].map((path) => prefix + path);
    if (this.isCurrent) git(root, ['reset', '--quiet', '--', ...paths]);
    return id;
  }

  /** In the format of `git fast-import`. */
  #importStream({ changes, message, author, authoredAt, committedAt }: NewCommit): string {
    const files = [...changes].map(([path, text]) => {
      const quoted = JSON.stringify(this.#tree.prefix + path);
      return text === null ? `D ${quoted}\n` : `M 100644 inline ${quoted}\n${dataOf(text)}`;
    });
    return [
      `commit ${this.#reference}\n`,
      `author ${signature(author, authoredAt)}\ncommitter ${signature(COMMITTER, committedAt)}\n`,
      dataOf(message),
      this.#tip === null ? '' : `from ${this.#tip}\n`,
      ...files,
    ].join('');
  }
}

const dataOf = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function signature({ name, email }: Author, at: Date): string {
  const clean = (text: string) => text.replaceAll(/[<>\p{Cc}]/gu, '');
  return `${clean(name)} <${clean(email)}> ${Math.floor(at.getTime() / 1000)} +0000`;
}
