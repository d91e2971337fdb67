/**
 * From rows of the database to records. The columns were written from these types, which is what the casts
 * rely on.
 */

import type { Trigger } from '../../domain/moments/trigger.ts';
import type { Bullet, BulletStatus, Section, SkillStatus, VersionBullet } from '../../domain/skills/skill.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/database.ts';

/** A record whose fields `Text` the database keeps as plain text, and its front matter as text or nothing. */
type Row<T, Text extends keyof T> = Omit<T, Text | 'frontMatter'> & Record<Text, string>;
type WithFrontMatter = { frontMatter: string | null };

type SkillRow = Row<SkillRecord, 'status' | 'tags'> & WithFrontMatter;
type BulletRow = Omit<
  Row<BulletRecord, 'section' | 'status' | 'keywords' | 'sources'>,
  keyof Trigger | keyof Adherences
> &
  AdherenceRow & { trigger: string | null };
type Adherences = Pick<Bullet, 'followed' | 'broken' | 'followed_failed'>;
type AdherenceRow = { followed: number; broken: number; followedFailed: number };
export type EvidenceRow = Omit<Row<BulletEvidence, 'sources'>, keyof Adherences> & AdherenceRow;
export type VersionTextRow = Row<VersionText, 'tags' | 'bullets'> & WithFrontMatter;
type VersionRow = Row<VersionRecord, 'tags' | 'bullets'> & WithFrontMatter;

function toFrontMatter({ frontMatter }: WithFrontMatter): FrontMatter {
  return fromJsonOrNull<FrontMatter>(frontMatter) ?? {};
}

export function toSkill(row: SkillRow): SkillRecord {
  const { id, agentId, name, description, version, pinned } = row;
  const { uses, evidence, reward, createdAt, updatedAt } = row;
  const plain = {
    ...{ id, agentId, name, description, version, pinned },
    ...{ uses, evidence, reward, createdAt, updatedAt },
  };
  return {
    ...plain,
    status: row.status as SkillStatus,
    tags: fromJson<string[]>(row.tags),
    frontMatter: toFrontMatter(row),
  };
}

export function toBullet(row: BulletRow): BulletRecord {
  const { skillId, position, content, issue } = row;
  return {
    ...toEvidence(row),
    skillId,
    position,
    section: row.section as Section,
    content,
    issue,
    keywords: fromJson<string[]>(row.keywords),
    status: row.status as BulletStatus,
    ...fromJsonOrNull<Trigger>(row.trigger),
  };
}

/** Counters go through `Number`, because a raw query gives them in the type that the driver chooses. */
export function toEvidence(row: EvidenceRow): BulletEvidence {
  return {
    id: row.id,
    helpful: Number(row.helpful),
    harmful: Number(row.harmful),
    neutral: Number(row.neutral),
    used: Number(row.used),
    followed: Number(row.followed),
    broken: Number(row.broken),
    followed_failed: Number(row.followedFailed),
    sources: fromJson<string[]>(row.sources),
  };
}

export function toVersionText(row: VersionTextRow): VersionText {
  return {
    skillId: row.skillId,
    version: Number(row.version),
    description: row.description,
    tags: fromJson<string[]>(row.tags),
    frontMatter: toFrontMatter(row),
    bullets: fromJson<VersionBullet[]>(row.bullets),
  };
}

export function toVersion(row: VersionRow): VersionRecord {
  const { source, changesetId, createdBy, createdAt } = row;
  return { ...toVersionText(row), source, changesetId, createdBy, createdAt };
}

/** Fields of an imported SKILL.md that the service does not use, kept for the next export. */
export type FrontMatter = Record<string, unknown>;

/** A skill without its rules. `evidence` is Σ strength and `reward` Σ strength × reward of its episodes. */
export interface SkillRecord {
  id: string;
  agentId: string;
  name: string;
  description: string;
  version: number;
  status: SkillStatus;
  pinned: boolean;
  /** Whether everybody may read it. */
  tags: string[];
  frontMatter: FrontMatter;
  uses: number;
  evidence: number;
  reward: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A rule, active or removed, with its place in its skill. */
export interface BulletRecord extends Bullet {
  skillId: string;
  position: number;
}

/** A rule to write: its counters are what is to be added to those it has. */
export type BulletChange = BulletRecord;

/** What was counted for a rule, and where it came from. */
export type BulletEvidence = Adherences &
  Pick<Bullet, 'id' | 'helpful' | 'harmful' | 'neutral' | 'used' | 'sources'>;

export interface VersionText {
  skillId: string;
  version: number;
  description: string;
  tags: string[];
  frontMatter: FrontMatter;
  bullets: VersionBullet[];
}

export interface VersionRecord extends VersionText {
  source: string;
  changesetId: string | null;
  createdBy: string;
  createdAt: Date;
}
