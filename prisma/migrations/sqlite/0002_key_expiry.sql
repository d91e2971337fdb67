-- Derived from ../postgresql/0002_key_expiry.sql by scripts/generate.mjs; do not edit.
-- A key may end by itself; one without a moment lasts until it is revoked.
ALTER TABLE "api_key" ADD COLUMN "expires_at" DATETIME;
