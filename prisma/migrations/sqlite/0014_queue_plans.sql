-- Derived from ../postgresql/0014_queue_plans.sql by scripts/generate.mjs; do not edit.

