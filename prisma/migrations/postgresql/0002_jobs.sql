-- Background jobs beside Graphile Worker, which holds those that may run and those that do. Rules that it does not know
-- are kept here, through its public functions and view alone (its schema is made before anything calls these):
--   * enqueueing only ever delays a pending job, never hurries a retry and never forgets the attempts it has had;
--   * what is enqueued while a job of the same key runs waits in the table job, status pending, until that one has ended,
--     so that two jobs of a key never run at once, whatever the number of workers;
--   * a worker is alive while its row in job_worker is; who deletes that row takes over its jobs.
-- All of it happens under one advisory lock a key, which enqueueing, ending and recovering a job take.

CREATE TABLE "job" (
  "tenant" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "skill_id" TEXT,
  "items" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "last_error" TEXT,
  "run_at" TIMESTAMP(3) NOT NULL,
  "owner" TEXT,
  "lease_until" TIMESTAMP(3),
  "created_at" TIMESTAMP(3) NOT NULL,
  "updated_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "job_pkey" PRIMARY KEY ("tenant", "id")
);
CREATE UNIQUE INDEX "job_pending_key" ON "job" ("key") WHERE "status" = 'pending';
CREATE INDEX "job_tenant_status_updated_at_idx" ON "job" ("tenant", "status", "updated_at");

CREATE TABLE "job_worker" (
  "id" TEXT NOT NULL,
  "lease_until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "job_worker_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "agent_upkeep" (
  "tenant" TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "last_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "agent_upkeep_pkey" PRIMARY KEY ("tenant", "agent_id")
);
CREATE INDEX "agent_upkeep_last_at_idx" ON "agent_upkeep" ("last_at");

-- The first number is "job" in ASCII. Two keys with one hash wait for each other and are otherwise apart.
CREATE FUNCTION lock_job_key(_key text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(6975330, hashtext(_key));
$$;

-- A payload is an array, because Graphile Worker merges arrays by joining them: one entry for each time that the job
-- was enqueued with items, the first one naming the job. Its own limit of attempts is never reached: that limit is ours.
CREATE FUNCTION add_graphile_job(
  _id text, _tenant text, _kind text, _key text, _agent_id text, _skill_id text, _items text, _run_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    identifier => _kind,
    payload => json_build_array(json_build_object(
      'id', _id, 'tenant', _tenant, 'agentId', _agent_id, 'skillId', _skill_id, 'items', _items::json
    )),
    run_at => _run_at,
    max_attempts => 1000,
    job_key => _key
  );
END;
$$;

-- Adds a job, or merges it into the one of its key that is pending; answers whether a job was added. It is due `_delay`
-- from now, but an enqueued job is put off no longer than `_longest` after it was added; null is without end.
CREATE FUNCTION enqueue_job(
  _id text, _tenant text, _kind text, _key text, _agent_id text, _skill_id text, _items text,
  _delay interval, _longest interval, _attempts integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  known record;
  due timestamptz;
  added boolean;
BEGIN
  PERFORM lock_job_key(_key);
  LOOP
    SELECT id, run_at, attempts, created_at, locked_at INTO known FROM graphile_worker.jobs WHERE key = _key;
    IF NOT FOUND THEN
      PERFORM add_graphile_job(_id, _tenant, _kind, _key, _agent_id, _skill_id, _items, at + _delay);
      IF _attempts > 0 THEN
        PERFORM graphile_worker.reschedule_jobs(
          ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = _key), attempts => _attempts
        );
      END IF;
      RETURN true;
    END IF;

    IF known.locked_at IS NOT NULL THEN
      INSERT INTO job AS waiting
        (tenant, id, kind, key, agent_id, skill_id, items, status, attempts, run_at, created_at, updated_at)
      VALUES (_tenant, _id, _kind, _key, _agent_id, _skill_id, _items, 'pending', _attempts,
        (at + _delay) AT TIME ZONE 'UTC', at AT TIME ZONE 'UTC', at AT TIME ZONE 'UTC')
      ON CONFLICT (key) WHERE status = 'pending' DO UPDATE SET
        run_at = GREATEST(waiting.run_at, LEAST(excluded.run_at, waiting.created_at + _longest)),
        items = (waiting.items::jsonb || excluded.items::jsonb)::text,
        attempts = GREATEST(waiting.attempts, excluded.attempts),
        updated_at = excluded.updated_at
      RETURNING id = _id INTO added;
      RETURN added;
    END IF;

    -- Locks the row too, and workers skip locked rows; where one has claimed it since, it finds nothing.
    due := GREATEST(known.run_at, LEAST(at + _delay, known.created_at + _longest));
    PERFORM graphile_worker.reschedule_jobs(
      ARRAY[known.id], run_at => due, attempts => GREATEST(known.attempts, _attempts)
    );
    IF FOUND THEN
      IF _items <> '[]' THEN
        PERFORM add_graphile_job(_id, _tenant, _kind, _key, _agent_id, _skill_id, _items, due);
        PERFORM graphile_worker.reschedule_jobs(
          ARRAY[known.id], attempts => GREATEST(known.attempts, _attempts)
        );
      END IF;
      RETURN false;
    END IF;
  END LOOP;
END;
$$;

-- Lets the job run that waited behind one of its key which has ended.
CREATE FUNCTION release_waiting_job(_key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  waiting job;
BEGIN
  PERFORM lock_job_key(_key);
  DELETE FROM job WHERE key = _key AND status = 'pending' RETURNING * INTO waiting;
  IF FOUND THEN
    PERFORM add_graphile_job(waiting.id, waiting.tenant, waiting.kind, _key, waiting.agent_id, waiting.skill_id,
      waiting.items, waiting.run_at AT TIME ZONE 'UTC');
  END IF;
END;
$$;

-- Takes a running job out of its worker's hands; false, and nothing changed, where it is no longer in them. The job loses
-- its key: so a worker that dies before Graphile Worker has removed the job does not make it run again.
CREATE FUNCTION settle_job(_worker text, _job_id bigint, _key text) RETURNS boolean LANGUAGE plpgsql AS $$
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
  PERFORM release_waiting_job(_key);
  RETURN true;
END;
$$;
