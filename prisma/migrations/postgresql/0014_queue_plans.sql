-- PostgreSQL only
-- The functions of the ready line as 0013_turns.sql describes them, without planner switches: before PostgreSQL 18 a
-- plan that uses what is switched off costs 1e10, so that each call compiled it (JIT), for up to seconds.
--
-- They go by indexes whatever the statistics say, which are of another time, as a queue fills and empties in seconds:
--   * Each statement is a cursor in the order of one index. With cursor_tuple_fraction the planner looks for the plan
--     that has its first row first, which is that index; LIMIT has no such effect where one row is expected.
--   * EXECUTE plans for the size that the table has now. A plan kept from when it was empty would read all of it.
--   * Rows are changed where the cursor stands, not looked up again.

CREATE OR REPLACE FUNCTION give_turns(_kinds text[]) RETURNS integer LANGUAGE plpgsql
SET jit = off SET cursor_tuple_fraction = 0.001
AS $$
DECLARE
  jobs refcursor;
  due record;
  lowest bigint;
  last_turn bigint;
  last_turns jsonb := '{}';
  due_jobs refcursor;
  number integer := 0;
BEGIN
  -- Nothing is due most of the time, and this is planned faster than what follows.
  OPEN jobs FOR EXECUTE $query$
    SELECT FROM job WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC'
    ORDER BY run_at
  $query$;
  MOVE jobs;
  CLOSE jobs;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  OPEN jobs FOR EXECUTE $query$
    SELECT turn FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY ($1) ORDER BY turn
  $query$ USING _kinds;
  FETCH jobs INTO lowest;
  CLOSE jobs;
  OPEN due_jobs FOR EXECUTE $query$
    SELECT tenant FROM job
    WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC'
      AND kind = ANY ($1) AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS held WHERE held.key = job.key)
    ORDER BY run_at FOR UPDATE OF job SKIP LOCKED
  $query$ USING _kinds;
  WHILE number < 500 LOOP
    FETCH due_jobs INTO due;
    EXIT WHEN NOT FOUND;
    last_turn := last_turns -> due.tenant;
    IF last_turn IS NULL THEN
      -- A range, and in the order of tenants: the index without tenants does not give that.
      OPEN jobs FOR EXECUTE $query$
        SELECT turn FROM job WHERE tenant >= $1 AND tenant <= $1 AND status = 'pending' AND turn IS NOT NULL
        ORDER BY tenant DESC, turn DESC
      $query$ USING due.tenant;
      FETCH jobs INTO last_turn;
      CLOSE jobs;
      last_turn := GREATEST(0, lowest, last_turn);
    END IF;
    UPDATE job SET turn = last_turn + 1 WHERE CURRENT OF due_jobs;
    last_turns := last_turns || jsonb_build_object(due.tenant, last_turn + 1);
    number := number + 1;
  END LOOP;
  CLOSE due_jobs;
  RETURN number;
END;
$$;

CREATE OR REPLACE FUNCTION fill_ready_line(_kinds text[], _most integer) RETURNS integer LANGUAGE plpgsql
SET jit = off SET cursor_tuple_fraction = 0.001
AS $$
DECLARE
  ready integer;
  jobs_in_turn refcursor;
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
  OPEN jobs_in_turn FOR EXECUTE $query$
    SELECT * FROM job WHERE status = 'pending' AND turn IS NOT NULL AND kind = ANY ($1)
    ORDER BY turn, run_at FOR UPDATE SKIP LOCKED
  $query$ USING _kinds;
  WHILE ready + cardinality(next) < _most LOOP
    FETCH jobs_in_turn INTO waiting;
    EXIT WHEN NOT FOUND;
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(6975330, hashtext(waiting.key));
    DELETE FROM job WHERE CURRENT OF jobs_in_turn;
    next := next || waiting;
  END LOOP;
  CLOSE jobs_in_turn;
  IF next <> '{}' THEN
    PERFORM hand_over_jobs(next);
  END IF;
  RETURN ready + cardinality(next);
END;
$$;

CREATE OR REPLACE FUNCTION others_wait(_key text) RETURNS boolean LANGUAGE plpgsql
SET jit = off SET cursor_tuple_fraction = 0.001
AS $$
DECLARE
  jobs refcursor;
BEGIN
  OPEN jobs FOR EXECUTE $query$
    SELECT FROM job WHERE status = 'pending' AND turn IS NOT NULL ORDER BY turn
  $query$;
  MOVE jobs;
  CLOSE jobs;
  IF FOUND THEN
    RETURN true;
  END IF;
  OPEN jobs FOR EXECUTE $query$
    SELECT FROM job
    WHERE status = 'pending' AND turn IS NULL AND run_at <= statement_timestamp() AT TIME ZONE 'UTC' AND key <> $1
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS held WHERE held.key = job.key)
    ORDER BY run_at
  $query$ USING _key;
  MOVE jobs;
  CLOSE jobs;
  RETURN FOUND;
END;
$$;

-- The worker's process, for people: its host and its number there.
ALTER TABLE "job_worker" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
-- end
