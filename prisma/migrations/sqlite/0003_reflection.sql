-- What reflection keeps with an episode: the judgement of an outcome that nobody reported, the verdicts on its rules that
-- are counted, and a reflection that waits for curation. The index finds what is not reflected on yet, oldest first.

ALTER TABLE "episode" ADD COLUMN "judge_outcome" TEXT;
ALTER TABLE "episode" ADD COLUMN "judge_confidence" REAL;
ALTER TABLE "episode" ADD COLUMN "verdicts" TEXT;
ALTER TABLE "episode" ADD COLUMN "reflection" TEXT;

CREATE INDEX "episode_unreflected_idx" ON "episode" ("tenant", "agent_id", "created_at", "id") WHERE NOT "reflected";
