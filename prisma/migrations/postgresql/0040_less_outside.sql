-- Nobody reads skills without a key any more.
DROP INDEX "skill_tenant_published_idx";
ALTER TABLE "skill" DROP COLUMN "published";

-- A webhook is sent JSON or plain text, signed with one secret, and is on or paused. One that was off needs a test to go on.
UPDATE "webhook" SET "form" = 'text' WHERE "form" = 'slack';
UPDATE "webhook" SET "status" = 'paused' WHERE "status" = 'off';
-- The digest named the changes that waited.
UPDATE "webhook" SET "events" = REPLACE("events", '"digest"', '"changeset.pending"');
ALTER TABLE "webhook" DROP COLUMN "old_secret";
ALTER TABLE "webhook" DROP COLUMN "old_secret_until";
ALTER TABLE "webhook" DROP COLUMN "failures";
ALTER TABLE "webhook" DROP COLUMN "retry_at";

-- Nothing is told only once any more.
-- PostgreSQL only
DROP FUNCTION claim_webhook_once() CASCADE;
DROP FUNCTION release_webhook_once() CASCADE;
DROP TABLE "webhook_once";
-- end
DROP INDEX IF EXISTS "webhook_delivery_tenant_webhook_id_once_key";
ALTER TABLE "webhook_delivery" DROP COLUMN "once";

-- The audit log is searched from its newest entry on, without an index of its words.
DROP INDEX IF EXISTS "audit_entry_words_idx";
