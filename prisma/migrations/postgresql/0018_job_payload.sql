-- What a job does is its payload, JSON by the schema of its kind (server/jobs/catalogue.ts). The version before this one
-- reads agent_id and skill_id, which are still written, and writes no payload. Both columns go one version later.
ALTER TABLE "job" ADD COLUMN "payload" TEXT;

-- PostgreSQL only
-- As before (0013_turns.sql), with the payload.
CREATE FUNCTION enqueue_job(
  _id text, _tenant text, _kind text, _key text, _agent_id text, _skill_id text, _payload text,
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
    (tenant, id, kind, key, agent_id, skill_id, payload, status, attempts, run_at, created_at, updated_at)
  VALUES (_tenant, _id, _kind, _key, _agent_id, _skill_id, _payload, 'pending', _attempts,
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

-- What the version before this one calls.
CREATE OR REPLACE FUNCTION enqueue_job(
  _id text, _tenant text, _kind text, _key text, _agent_id text, _skill_id text,
  _delay interval, _longest interval, _attempts integer
) RETURNS boolean LANGUAGE sql AS $$
  SELECT enqueue_job(_id, _tenant, _kind, _key, _agent_id, _skill_id, NULL, _delay, _longest, _attempts);
$$;

CREATE OR REPLACE FUNCTION hand_over_jobs(_jobs job[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  tried job;
BEGIN
  PERFORM graphile_worker.add_jobs(ARRAY(
    SELECT (
      kind,
      json_build_object('id', id, 'tenant', tenant, 'agentId', agent_id, 'skillId', skill_id, 'payload', payload),
      NULL, at + ordinality * interval '1 microsecond', 1000, key, NULL, NULL
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
-- end
