/** From rows of the database to records. The columns were written from these types, which is what the casts rely on. */
import type { Section } from '../domain/skills/sections.ts';
import type { VersionBullet } from '../domain/skills/skill.ts';
import type { BulletStatus, SkillStatus } from '../domain/skills/status.ts';
import { fromJson, fromJsonOrNull } from '../platform/db/json.ts';
import type { BulletRecord, FrontMatter, SkillRecord, VersionRecord } from './records.ts';

/** Columns that the database keeps as plain text. */
type Stored<T, Text extends keyof T> = Omit<T, Text> & Record<Text, string>;

type SkillRow = Stored<SkillRecord, 'status' | 'tags'> & { frontMatter: string | null };
type BulletRow = Stored<BulletRecord, 'section' | 'status' | 'keywords' | 'sources'>;
type VersionRow = Stored<VersionRecord, 'tags' | 'bullets'> & { frontMatter: string | null };

function frontMatterOf({ frontMatter }: { frontMatter: string | null }): FrontMatter {
  return fromJsonOrNull<FrontMatter>(frontMatter) ?? {};
}

export function skillOf(row: Omit<SkillRow, 'frontMatter'> & { frontMatter: string | null }): SkillRecord {
  const { id, agentId, name, description, version, pinned, uses, evidence, reward, createdAt, updatedAt } =
    row;
  const plain = {
    id,
    agentId,
    name,
    description,
    version,
    pinned,
    uses,
    evidence,
    reward,
    createdAt,
    updatedAt,
  };
  return {
    ...plain,
    status: row.status as SkillStatus,
    tags: fromJson<string[]>(row.tags),
    frontMatter: frontMatterOf(row),
  };
}

/** Counters go through `Number`, because a raw query gives them as whatever the engine's driver likes. */
export function bulletOf(row: BulletRow): BulletRecord {
  const { id, skillId, content, issue } = row;
  return {
    id,
    skillId,
    position: Number(row.position),
    section: row.section as Section,
    content,
    issue,
    keywords: fromJson<string[]>(row.keywords),
    helpful: Number(row.helpful),
    harmful: Number(row.harmful),
    neutral: Number(row.neutral),
    used: Number(row.used),
    status: row.status as BulletStatus,
    sources: fromJson<string[]>(row.sources),
  };
}

export function versionOf(
  row: Omit<VersionRow, 'frontMatter'> & { frontMatter: string | null },
): VersionRecord {
  const { skillId, version, source, changesetId, createdBy, createdAt, description } = row;
  return {
    skillId,
    version,
    source,
    changesetId,
    createdBy,
    createdAt,
    description,
    tags: fromJson<string[]>(row.tags),
    frontMatter: frontMatterOf(row),
    bullets: fromJson<VersionBullet[]>(row.bullets),
  };
}
