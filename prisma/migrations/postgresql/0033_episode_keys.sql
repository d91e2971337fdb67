-- Episodes become partitioned by range of their ids on PostgreSQL (server/platform/db/partitions). No unique key of a partitioned
-- table can do without its id, so idempotency keys are claimed in a table of their own. The version before this one goes on
-- under it: it inserts with ON CONFLICT DO NOTHING, and the trigger skips a row whose key is taken.

-- SQLite only
-- CREATE VIEW "episode_of_key" AS
--   SELECT "tenant", "idempotency_key", "id" AS "episode_id" FROM "episode" WHERE "idempotency_key" IS NOT NULL;
-- end
-- PostgreSQL only
CREATE TABLE "episode_key" (
  "tenant" TEXT NOT NULL,
  "idempotency_key" TEXT NOT NULL,
  "episode_id" TEXT NOT NULL,
  CONSTRAINT "episode_key_pkey" PRIMARY KEY ("tenant", "idempotency_key")
) PARTITION BY HASH ("idempotency_key");
CREATE INDEX "episode_key_tenant_episode_id_idx" ON "episode_key" ("tenant", "episode_id");
DO $$
BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE episode_key_%s PARTITION OF episode_key FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
  END LOOP;
END $$;

-- The table of now, also when it has become a partition: keys of rows from before this migration are in its unique index alone.
CREATE VIEW "episode_from_before_keys" AS SELECT "tenant", "idempotency_key", "id" FROM "episode";

CREATE VIEW "episode_of_key" AS
  SELECT "tenant", "idempotency_key", "episode_id" FROM "episode_key"
  UNION ALL SELECT "tenant", "idempotency_key", "id" FROM "episode_from_before_keys";

CREATE FUNCTION claim_episode_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  earlier TEXT;
BEGIN
  INSERT INTO episode_key (tenant, idempotency_key, episode_id)
  VALUES (NEW.tenant, NEW.idempotency_key, NEW.id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT e.id INTO earlier FROM episode_from_before_keys e
  WHERE e.tenant = NEW.tenant AND e.idempotency_key = NEW.idempotency_key;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  UPDATE episode_key SET episode_id = earlier
  WHERE tenant = NEW.tenant AND idempotency_key = NEW.idempotency_key;
  RETURN NULL;
END;
$$;

CREATE FUNCTION release_episode_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM episode_key
  WHERE tenant = OLD.tenant AND idempotency_key = OLD.idempotency_key AND episode_id = OLD.id;
  RETURN NULL;
END;
$$;

CREATE TRIGGER episode_key_claim BEFORE INSERT ON "episode"
  FOR EACH ROW WHEN (NEW.idempotency_key IS NOT NULL) EXECUTE FUNCTION claim_episode_key();
CREATE TRIGGER episode_key_release AFTER DELETE ON "episode"
  FOR EACH ROW WHEN (OLD.idempotency_key IS NOT NULL) EXECUTE FUNCTION release_episode_key();

-- What a foreign key to a partitioned table would do, without reading the tables that refer to it for each partition that is
-- taken out. The triggers are made when the table becomes partitioned.
CREATE FUNCTION require_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM episode e WHERE e.tenant = NEW.tenant AND e.id = NEW.episode_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('episode %s does not exist', NEW.episode_id);
  END IF;
  RETURN NEW;
END;
$$;

CREATE FUNCTION remove_what_refers_to_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feedback WHERE tenant = OLD.tenant AND episode_id = OLD.id;
  DELETE FROM episode_trace WHERE tenant = OLD.tenant AND episode_id = OLD.id;
  RETURN NULL;
END;
$$;
-- end
