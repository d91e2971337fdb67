-- Nothing reads rehearsals of a policy and saved filters any more, and nothing runs the jobs of rehearsals and reminders.
-- The version before reads them: it must be stopped before this one starts.
DROP TABLE "rehearsal";
DROP TABLE "saved_filter";
DELETE FROM "job" WHERE "kind" IN ('rehearse', 'remind', 'past_runs');

-- PostgreSQL only
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs WHERE task_id IN (
      SELECT id FROM graphile_worker._private_tasks WHERE identifier IN ('rehearse', 'remind', 'past_runs'));
  END IF;
END $$;
-- end
