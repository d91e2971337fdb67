-- PostgreSQL only
-- Before tables become partitioned (server/platform/db/partitions): no unique key of a partitioned table can do without its
-- id, so what a webhook is told only once is claimed here, also by the version before this one. A claim goes with its delivery.
CREATE TABLE "webhook_once" (
  "tenant" TEXT NOT NULL,
  "webhook_id" TEXT NOT NULL,
  "once" TEXT NOT NULL,
  "delivery_id" TEXT NOT NULL,
  CONSTRAINT "webhook_once_pkey" PRIMARY KEY ("tenant", "webhook_id", "once")
);

CREATE FUNCTION claim_webhook_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_once (tenant, webhook_id, once, delivery_id)
  VALUES (NEW.tenant, NEW.webhook_id, NEW.once, NEW.id) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END;
$$;

CREATE FUNCTION release_webhook_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_once
  WHERE tenant = OLD.tenant AND webhook_id = OLD.webhook_id AND once = OLD.once AND delivery_id = OLD.id;
  RETURN NULL;
END;
$$;

CREATE TRIGGER webhook_once_claim BEFORE INSERT ON "webhook_delivery"
  FOR EACH ROW WHEN (NEW.once IS NOT NULL) EXECUTE FUNCTION claim_webhook_once();
CREATE TRIGGER webhook_once_release AFTER DELETE ON "webhook_delivery"
  FOR EACH ROW WHEN (OLD.once IS NOT NULL) EXECUTE FUNCTION release_webhook_once();

INSERT INTO "webhook_once" SELECT "tenant", "webhook_id", "once", "id" FROM "webhook_delivery" WHERE "once" IS NOT NULL;
-- end
