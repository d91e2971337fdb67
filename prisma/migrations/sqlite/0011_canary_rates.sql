-- The success rates that a canary's boundary is calibrated for, from what was known of its skill when it began: whoever computes the
-- boundary, also after a restart, finds the same one. Canaries that run already are held for any rate.

ALTER TABLE "experiment" ADD COLUMN "lowest_rate" REAL NOT NULL DEFAULT 0.05;
ALTER TABLE "experiment" ADD COLUMN "highest_rate" REAL NOT NULL DEFAULT 0.95;
