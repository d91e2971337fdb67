/** Which agent a folder is, and which files stay on the machine. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { excludedPaths, isFolderExcluded } from './excluded-paths.ts';
import { agentOf, repositoryRoot } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'whetstone-paths-'));
afterAll(() => rmSync(folder, { recursive: true }));

function repository(name: string, url: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(
    join(root, '.git/config'),
    `[core]\n\turl = no\n[remote "fork"]\n\turl = https://h/x/y\n[remote "origin"]\n\turl = ${url}\n`,
  );
  return root;
}

describe('the agent of a folder', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'acme/shop'],
    ['https://user@gitlab.example:8443/group/sub/shop.git/', 'group/sub/shop'],
    ['ssh://git@host:22/acme/shop.git', 'acme/shop'],
    ['/srv/git/shop.git', 'shop'],
    ['git@host:acme/Shöp & more.git', 'acme/Sh-p-more'],
  ])('whose remote is %s is %s', (url, agent) => {
    expect(agentOf(repository(`of-${agent.replaceAll('/', '-')}`, url))).toBe(agent);
  });

  it('is that of the repository in the folders below it and in its worktrees', () => {
    const root = repository('main', 'git@github.com:acme/tree.git');
    const [below, worktree] = [join(root, 'a/b'), join(folder, 'worktree')];
    const kept = join(root, '.git/worktrees/w');
    for (const made of [below, worktree, kept]) mkdirSync(made, { recursive: true });
    writeFileSync(join(kept, 'commondir'), '../..\n');
    writeFileSync(join(worktree, '.git'), `gitdir: ${kept}\n`);
    expect([below, worktree].map(agentOf)).toEqual(['acme/tree', 'acme/tree']);
    expect(repositoryRoot(below)).toBe(root);
  });

  it('is the folder where there is no repository or no remote', () => {
    const plain = join(folder, '.my notes');
    mkdirSync(plain);
    expect(agentOf(plain)).toBe('my-notes');
    expect(agentOf('/')).toBe('default');
  });
});

describe('excluded files', () => {
  const root = '/home/ann/shop';
  const excluded = (patterns: string[], text: string) => excludedPaths(patterns, root)(text);

  it.each([
    ['secrets/**', 'cat secrets/keys.txt'],
    ['secrets/', '/home/ann/shop/secrets/deep/er.txt'],
    ['.env*', 'cp config/.env.production /tmp'],
    ['*.pem', 'found in keys/server.pem:3: BEGIN'],
    ['**/private/*.md', 'docs/private/plan.md'],
    ['/etc/app/**', 'sudo cat /etc/app/key'],
    ['~/.ssh', `ls ${homedir()}/.ssh/id_rsa`],
    ['~/.ssh', 'cat ~/.ssh/id_rsa'],
  ])('%s is named in: %s', (pattern, text) => {
    expect(excluded([pattern], text)).toBe(true);
  });

  it.each([
    ['secrets/**', 'cat secret/keys.txt'],
    ['secrets/*.txt', 'secrets/keys.md'],
    ['*.pem', 'cat pem.txt'],
    ['/etc/app/**', 'cat etc/app/key'],
  ])('%s is not named in: %s', (pattern, text) => {
    expect(excluded([pattern], text)).toBe(false);
  });

  it('are whole folders by absolute patterns only', () => {
    expect(isFolderExcluded(['/home/ann/**'], '/home/ann/shop')).toBe(true);
    expect(isFolderExcluded(['~/private'], join(homedir(), 'private/diary'))).toBe(true);
    expect(isFolderExcluded(['shop', '/home/ann/other'], '/home/ann/shop')).toBe(false);
  });
});
