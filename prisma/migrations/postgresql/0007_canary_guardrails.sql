-- What a canary measures beside success, and the margins that it was started with.
ALTER TABLE "experiment" ADD COLUMN "guardrails" TEXT;
ALTER TABLE "experiment" ADD COLUMN "measures" TEXT;
