/**
 * Skills that a coding tool reads from files which `whetstone skills sync` keeps equal with the gateway: a recall need not repeat
 * them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SkillFile } from '../../generated/api.ts';
import { fingerprint, LOCK_FILE, parseLock } from '../skill-sync/sync-lock.ts';
import type { ToolName } from './hook-options.ts';

/** Where each tool looks for skills, in a repository and in the user's own folder. */
const SKILL_FOLDERS: Record<ToolName, readonly string[]> = {
  'claude-code': ['.claude/skills'],
  codex: ['.agents/skills', '.codex/skills'],
  'gemini-cli': ['.gemini/skills', '.agents/skills'],
  // It recalls by MCP.
  opencode: [],
};

/** The gateway's bound. */
const MAX_FILES = 1000;

/** Whether a coding tool reads the skills of a folder by itself. */
export function isReadByTools(folder: string): boolean {
  return /(?:^|[\\/])\.(?:claude|agents|codex|gemini|opencode|cursor)[\\/]skills[\\/]*$/.test(folder);
}

/** The synced skills that the tool has as files in the repository or in the user's folder. */
export function syncedSkills(tool: ToolName, root: string): SkillFile[] {
  const folders = SKILL_FOLDERS[tool].flatMap((folder) => [join(root, folder), join(homedir(), folder)]);
  return [...new Set(folders)].flatMap(skillsIn).slice(0, MAX_FILES);
}

function skillsIn(folder: string): SkillFile[] {
  const lockFile = join(folder, LOCK_FILE);
  if (!existsSync(lockFile)) return [];
  try {
    const { skills } = parseLock(readFileSync(lockFile, 'utf8'));
    return [...skills].flatMap(([name, { skill_id: id, version, file }]) => {
      const path = join(folder, name, 'SKILL.md');
      if (!existsSync(path)) return [];
      return [{ id, version: fingerprint(readFileSync(path, 'utf8')) === file ? version : null }];
    });
  } catch {
    // A lock or a file that cannot be read: the recall then serves these skills in full.
    return [];
  }
}
