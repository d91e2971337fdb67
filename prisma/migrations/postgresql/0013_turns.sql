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
  -- Wakes the workers. One that is due later is found by the look that they take four times a second.
  IF _delay <= interval '0' THEN
    PERFORM pg_notify('job_due', '');
  END IF;
  RETURN added;
END;
$$;

-- Gives their turns to jobs of the kinds that have become due, by the rule of giveTurns (server/domain/jobs/turns.ts);
-- answers with how many, at most 500. Those that a request is enqueueing again are passed over. What the planner
-- knows of a queue is of another time, and would make it read all that waits: this and what follows goes by indexes alone.
CREATE FUNCTION give_turns(_kinds text[]) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  given record;
  number integer := 0;
BEGIN
  FOR given IN
    WITH due AS (
      SELECT tenant, key, run_at FROM job
      WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC'
        AND kind = ANY (_kinds) AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS held WHERE held.key = job.key)
      ORDER BY run_at LIMIT 500 FOR UPDATE OF job SKIP LOCKED
    ), lowest AS (
      SELECT turn FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY (_kinds) ORDER BY turn LIMIT 1
    )
    SELECT key, row_number() OVER (PARTITION BY tenant ORDER BY run_at) + GREATEST(
      0,
      (SELECT turn FROM lowest),
      (SELECT max(own.turn) FROM job AS own
        WHERE own.tenant = due.tenant AND own.status = 'pending' AND own.turn IS NOT NULL)
    ) AS turn
    FROM due
  LOOP
    -- Not by the id: where a table is thought to be small, that would read all jobs of the tenant.
    UPDATE job SET turn = given.turn WHERE key = given.key AND status = 'pending';
    number := number + 1;
  END LOOP;
  RETURN number;
END;
$$;

-- Hands jobs to Graphile Worker, which claims them in this order, after those that it has.
CREATE FUNCTION hand_over_jobs(_jobs job[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  tried job;
BEGIN
  PERFORM graphile_worker.add_jobs(ARRAY(
    SELECT (
      kind, json_build_object('id', id, 'tenant', tenant, 'agentId', agent_id, 'skillId', skill_id), NULL,
      at + ordinality * interval '1 microsecond', 1000, key, NULL, NULL
    )::graphile_worker.job_spec
    FROM unnest(_jobs) WITH ORDINALITY
  ));
  FOR tried IN SELECT * FROM unnest(_jobs) WHERE attempts > 0 LOOP
    PERFORM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = tried.key), attempts => tried.attempts
    );
  END LOOP;
END;
$$;

-- Gives turns, and hands over the next jobs of the kinds in the order of their turns until Graphile Worker may hand out
-- `_most`. Answers with how many it may; with `_most` where somebody else does this now; with null, and nothing is handed
-- over, where more jobs need turns first. A key that a request is enqueueing is passed over. The lock is "line" in
-- ASCII.
CREATE FUNCTION fill_ready_line(_kinds text[], _most integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  ready integer;
  waiting job;
  next job[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(1818848869) THEN
    RETURN _most;
  END IF;
  IF give_turns(_kinds) = 500 THEN
    RETURN NULL;
  END IF;
  SELECT count(*) INTO ready FROM (
    SELECT FROM graphile_worker.jobs
    WHERE key IS NOT NULL AND locked_at IS NULL AND run_at <= statement_timestamp() AND task_identifier = ANY (_kinds)
    LIMIT _most
  ) AS line;
  FOR waiting IN
    SELECT * FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY (_kinds)
    ORDER BY turn, run_at LIMIT _most - ready FOR UPDATE SKIP LOCKED
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(6975330, hashtext(waiting.key));
    DELETE FROM job WHERE key = waiting.key AND status = 'pending';
    next := next || waiting;
  END LOOP;
  IF next <> '{}' THEN
    PERFORM hand_over_jobs(next);
  END IF;
  RETURN ready + cardinality(next);
END;
$$;

-- Whether a job waits, other than of `_key`, that is due and may begin.
CREATE FUNCTION others_wait(_key text) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM job WHERE status = 'pending' AND turn IS NOT NULL) OR EXISTS (
    SELECT FROM job
    WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC' AND key <> _key
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS held WHERE held.key = job.key)
  );
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

-- As settle_job, of a job that is not enqueued again: one that waited for its end is handed over at once where no other
-- waits.
CREATE FUNCTION end_job(_worker text, _job_id bigint, _key text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  waiting job;
BEGIN
  IF NOT settle_job(_worker, _job_id, _key) THEN
    RETURN false;
  END IF;
  SELECT * INTO waiting FROM job
  WHERE key = _key AND status = 'pending' AND run_at <= clock_timestamp() AT TIME ZONE 'UTC';
  IF NOT FOUND THEN
    RETURN true;
  END IF;
  IF others_wait(_key) THEN
    PERFORM pg_notify('job_due', '');
  ELSE
    DELETE FROM job WHERE key = _key AND status = 'pending';
    PERFORM hand_over_jobs(ARRAY[waiting]);
  END IF;
  RETURN true;
END;
$$;
-- end
