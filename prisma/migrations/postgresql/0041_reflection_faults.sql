-- Why the last attempt to reflect on a run failed, and when the next one is due.
ALTER TABLE "episode" ADD COLUMN "reflect_error" TEXT;
ALTER TABLE "episode" ADD COLUMN "reflect_next_at" TIMESTAMP(3);
CREATE INDEX "episode_reflect_next_at_idx" ON "episode" ("reflect_next_at") WHERE "reflect_next_at" IS NOT NULL;

-- The version of the prompts that led to a change.
ALTER TABLE "changeset" ADD COLUMN "prompt_version" INTEGER;
