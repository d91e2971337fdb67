-- Derived from ../postgresql/0013_turns.sql by scripts/generate.mjs; do not edit.
-- Due jobs take turns between tenants (server/domain/jobs/turns.ts): a waiting job has its turn from when it is due, and
-- none while another job of its key runs.
ALTER TABLE "job" ADD COLUMN "turn" BIGINT;

CREATE INDEX "job_turn_idx" ON "job" ("turn", "run_at") WHERE "status" = 'pending' AND "turn" IS NOT NULL;
CREATE INDEX "job_tenant_turn_idx" ON "job" ("tenant", "turn") WHERE "status" = 'pending' AND "turn" IS NOT NULL;
CREATE INDEX "job_without_turn_idx" ON "job" ("run_at") WHERE "status" = 'pending' AND "turn" IS NULL;

-- For jobs from before the clock was set back.
CREATE INDEX "job_created_idx" ON "job" ("created_at") WHERE "status" = 'pending' AND "turn" IS NULL;
DROP INDEX "job_due_idx";
