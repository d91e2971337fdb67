/** Skills, rules and versions as the store hands them out. */
import type { Bullet, VersionBullet } from '../../domain/skills/skill.ts';
import type { SkillStatus } from '../../domain/skills/status.ts';

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
export type BulletEvidence = Pick<Bullet, 'id' | 'helpful' | 'harmful' | 'neutral' | 'used' | 'sources'>;

/** What a version says. */
export interface VersionText {
  skillId: string;
  version: number;
  description: string;
  tags: string[];
  frontMatter: FrontMatter;
  bullets: VersionBullet[];
}

/** One immutable version. */
export interface VersionRecord extends VersionText {
  source: string;
  changesetId: string | null;
  createdBy: string;
  createdAt: Date;
}
