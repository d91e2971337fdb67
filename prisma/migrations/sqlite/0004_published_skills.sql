-- Derived from ../postgresql/0004_published_skills.sql by scripts/generate.mjs; do not edit.
-- Whether a skill may be read by everybody, at /.well-known/agent-skills.
ALTER TABLE "skill" ADD COLUMN "published" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "skill_tenant_published_idx" ON "skill" ("tenant", "published");
