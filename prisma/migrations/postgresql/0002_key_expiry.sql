-- A key may end by itself; one without a moment lasts until it is revoked.
ALTER TABLE "api_key" ADD COLUMN "expires_at" TIMESTAMP(3);
