/** From rows of the database to records. The columns were written from these types, which is what the casts rely on. */
import type { Section } from '../../domain/skills/sections.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';
import type { BulletStatus, SkillStatus } from '../../domain/skills/status.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts';
import type {
  BulletEvidence,
  BulletRecord,
  FrontMatter,
  SkillRecord,
  VersionRecord,
  VersionText,
} from './records.ts';

/** A record whose fields `Text` the database keeps as plain text, and its front matter as text or nothing. */
type Row<T, Text extends keyof T> = Omit<T, Text | 'frontMatter'> & Record<Text, string>;
type WithFrontMatter = { frontMatter: string | null };

type SkillRow = Row<SkillRecord, 'status' | 'tags'> & WithFrontMatter;
type BulletRow = Row<BulletRecord, 'section' | 'status' | 'keywords' | 'sources'>;
export type EvidenceRow = Row<BulletEvidence, 'sources'>;
export type VersionTextRow = Row<VersionText, 'tags' | 'bullets'> & WithFrontMatter;
type VersionRow = Row<VersionRecord, 'tags' | 'bullets'> & WithFrontMatter;

function frontMatterOf({ frontMatter }: WithFrontMatter): FrontMatter {
  return fromJsonOrNull<FrontMatter>(frontMatter) ?? {};
}

export function skillOf(row: SkillRow): SkillRecord {
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

export function bulletOf(row: BulletRow): BulletRecord {
  const { skillId, position, content, issue } = row;
  return {
    ...evidenceOf(row),
    skillId,
    position,
    section: row.section as Section,
    content,
    issue,
    keywords: fromJson<string[]>(row.keywords),
    status: row.status as BulletStatus,
  };
}

/** Counters go through `Number`, because a raw query gives them as whatever the engine's driver likes. */
export function evidenceOf(row: EvidenceRow): BulletEvidence {
  return {
    id: row.id,
    helpful: Number(row.helpful),
    harmful: Number(row.harmful),
    neutral: Number(row.neutral),
    used: Number(row.used),
    sources: fromJson<string[]>(row.sources),
  };
}

export function versionTextOf(row: VersionTextRow): VersionText {
  return {
    skillId: row.skillId,
    version: Number(row.version),
    description: row.description,
    tags: fromJson<string[]>(row.tags),
    frontMatter: frontMatterOf(row),
    bullets: fromJson<VersionBullet[]>(row.bullets),
  };
}

export function versionOf(row: VersionRow): VersionRecord {
  const { source, changesetId, createdBy, createdAt } = row;
  return { ...versionTextOf(row), source, changesetId, createdBy, createdAt };
}
