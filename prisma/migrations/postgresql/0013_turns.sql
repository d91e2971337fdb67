-- Due jobs take turns between tenants (server/domain/jobs/turns.ts): a waiting job has its turn from when it is due, and
-- none while another job of its key runs.
ALTER TABLE "job" ADD COLUMN "turn" BIGINT;

CREATE INDEX "job_turn_idx" ON "job" ("turn", "run_at") WHERE "status" = 'pending' AND "turn" IS NOT NULL;
CREATE INDEX "job_tenant_turn_idx" ON "job" ("tenant", "turn") WHERE "status" = 'pending' AND "turn" IS NOT NULL;
CREATE INDEX "job_without_turn_idx" ON "job" ("run_at") WHERE "status" = 'pending' AND "turn" IS NULL;

-- SQLite only
-- -- For jobs from before the clock was set back.
-- CREATE INDEX "job_created_idx" ON "job" ("created_at") WHERE "status" = 'pending' AND "turn" IS NULL;
-- DROP INDEX "job_due_idx";
-- end

-- PostgreSQL only
-- Graphile Worker claims by priority and time and knows no tenants, so it is given no more than the next jobs, in the
-- order of their turns (fill_ready_line). All others wait in the table job. The version before this one calls these
-- functions by the same names; its workers do what is in Graphile Worker and fill nothing.

-- Adds a job, or merges it into the one of its key that is pending; answers whether a job was added. It is due `_delay`
-- from now, but an enqueued job is put off no longer than `_longest` after it was added; null is without end. One that
-- Graphile Worker has already is next and is put off no more.
CREATE OR REPLACE FUNCTION enqueue_job(
  _id text, _tenant text, _kind text, _key text, _agent_id text, _skill_id text,
  _delay interval, _longest interval, _attempts integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  known record;
  added boolean;
BEGIN
  PERFORM lock_job_key(_key);
  LOOP
    SELECT id, attempts, locked_at INTO known FROM graphile_worker.jobs WHERE key = _key;
    EXIT WHEN NOT FOUND OR known.locked_at IS NOT NULL;
    -- Locks the row, and workers skip locked rows: the run begins after this transaction and sees what it has written.
    -- Where a worker has claimed the job since, this finds nothing.
    PERFORM graphile_worker.reschedule_jobs(
      ARRAY[known.id], attempts => GREATEST(known.attempts, _attempts)
    );
    IF FOUND THEN
      RETURN false;
    END IF;
  END LOOP;

  INSERT INTO job AS waiting
    (tenant, id, kind, key, agent_id, skill_id, status, attempts, run_at, created_at, updated_at)
  VALUES (_tenant, _id, _kind, _key, _agent_id, _skill_id, 'pending', _attempts,
    (at + _delay) AT TIME ZONE 'UTC', at AT TIME ZONE 'UTC', at AT TIME ZONE 'UTC')
  ON CONFLICT (key) WHERE status = 'pending' DO UPDATE SET
    run_at = GREATEST(waiting.run_at, LEAST(excluded.run_at, waiting.created_at + _longest)),
    turn = CASE
      WHEN LEAST(excluded.run_at, waiting.created_at + _longest) > waiting.run_at THEN NULL ELSE waiting.turn
    END,
    attempts = GREATEST(waiting.attempts, excluded.attempts),
    updated_at = excluded.updated_at
  RETURNING id = _id INTO added;
  -- Wakes the workers. One that is due later is found by the look that they take each second.
  IF _delay <= interval '0' THEN
    PERFORM pg_notify('job_due', '');
  END IF;
  RETURN added;
END;
$$;

-- Whether Graphile Worker may hand out fewer than `_fewest` jobs of the kinds now, while another one waits to be next. What
-- the planner knows of a queue is of another time, and would make it read all that waits: it goes by indexes alone.
CREATE FUNCTION is_line_short(_kinds text[], _fewest integer) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM graphile_worker.jobs
    WHERE key IS NOT NULL AND locked_at IS NULL AND run_at <= statement_timestamp() AND task_identifier = ANY (_kinds)
  ) < _fewest AND coalesce(
    (SELECT true FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY (_kinds) ORDER BY turn LIMIT 1),
    (
      SELECT true FROM job
      WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC'
        AND kind = ANY (_kinds) AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS held WHERE held.key = job.key)
      ORDER BY run_at LIMIT 1
    ),
    false
  );
END;
$$;

-- Gives Graphile Worker the next jobs of the kinds in the order of their turns, until it may hand out `_most` of them. Only
-- one transaction at a time may call it. A key that a request is enqueueing is passed over.
CREATE FUNCTION fill_ready_line(_kinds text[], _most integer) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  waiting job;
BEGIN
  FOR waiting IN
    SELECT * FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY (_kinds)
    ORDER BY turn, run_at
    LIMIT GREATEST(0, _most - (
      SELECT count(*) FROM graphile_worker.jobs
      WHERE key IS NOT NULL AND locked_at IS NULL AND run_at <= statement_timestamp() AND task_identifier = ANY (_kinds)
    ))
    FOR UPDATE SKIP LOCKED
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(6975330, hashtext(waiting.key));
    DELETE FROM job WHERE tenant = waiting.tenant AND id = waiting.id;
    -- By the time of now: among the next jobs, that is the order of their turns.
    PERFORM add_graphile_job(waiting.id, waiting.tenant, waiting.kind, waiting.key, waiting.agent_id, waiting.skill_id,
      clock_timestamp());
    IF waiting.attempts > 0 THEN
      PERFORM graphile_worker.reschedule_jobs(
        ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = waiting.key), attempts => waiting.attempts
      );
    END IF;
  END LOOP;
END;
$$;

-- Takes a running job out of its worker's hands; false, and nothing changed, where it is no longer in them. The job loses
-- its key: so a worker that dies before Graphile Worker has removed the job does not make it run again. What waited for
-- its end gets a turn as any other job.
CREATE OR REPLACE FUNCTION settle_job(_worker text, _job_id bigint, _key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM job_worker WHERE id = _worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM lock_job_key(_key);
  PERFORM FROM graphile_worker.jobs WHERE id = _job_id AND key = _key AND locked_by = _worker;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM graphile_worker.remove_job(_key);
  RETURN true;
END;
$$;
-- end
