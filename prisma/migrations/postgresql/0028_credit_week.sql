-- What runs with each version of a skill earned, by week and canary arm, so that no page reads the runs themselves.
CREATE TABLE "credit_week" (
  "tenant" TEXT NOT NULL,
  "skill_id" TEXT NOT NULL,
  "week" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "arm" TEXT NOT NULL,
  "experiment_id" TEXT NOT NULL,
  "runs" INTEGER NOT NULL,
  "rewarded" INTEGER NOT NULL,
  "succeeded" INTEGER NOT NULL,
  "partly" INTEGER NOT NULL,
  "evidence" DOUBLE PRECISION NOT NULL,
  "reward" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "credit_week_pkey" PRIMARY KEY ("tenant", "skill_id", "week", "version", "arm", "experiment_id")
);

-- Runs that are recorded are counted; what the version before this one records from now on is not.
INSERT INTO "credit_week"
SELECT k."tenant", k."skill_id",
-- SQLite only
--   strftime('%Y-%m-%d', e."created_at", 'weekday 0', '-6 days'),
-- end
-- PostgreSQL only
  to_char(date_trunc('week', e."created_at"), 'YYYY-MM-DD'),
-- end
  k."version", COALESCE(k."arm", ''), COALESCE(k."experiment_id", ''), COUNT(*), COUNT(e."reward"),
  SUM(CASE WHEN e."reward" > 0.5 THEN 1 ELSE 0 END),
  SUM(CASE WHEN e."reward" > 0 AND e."reward" <= 0.5 THEN 1 ELSE 0 END),
  COALESCE(SUM(e."reward_strength"), 0), COALESCE(SUM(e."reward_strength" * e."reward"), 0)
FROM "episode_credit" k JOIN "episode" e ON e."tenant" = k."tenant" AND e."id" = k."episode_id"
GROUP BY 1, 2, 3, 4, 5, 6;

-- Ids carry their time, so the log is read by the primary key.
DROP INDEX "audit_entry_tenant_at_idx";
