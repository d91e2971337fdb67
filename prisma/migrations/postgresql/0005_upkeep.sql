-- What upkeep remembers: which cards a model has worded since the preferences changed, which version of a skill had its rules
-- compared, and at how many uses it was nominated for evolution.

ALTER TABLE "profile" ADD COLUMN "rewritten_at" TIMESTAMP(3);
CREATE INDEX "profile_composed_idx" ON "profile" ("tenant", "agent_id", "updated_at") WHERE "rewritten_at" IS NULL;

CREATE TABLE "skill_upkeep" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "compared_version" INTEGER NOT NULL,
  "nominated_uses" INTEGER NOT NULL,
  CONSTRAINT "skill_upkeep_pkey" PRIMARY KEY ("tenant", "skill_id")
);
