/** Partitions of tests: any id has a place, whatever its test's clock says and however it is made. */
import { PARTITIONED } from '../../platform/db/partitions/ranges.ts';
import { onServer } from './postgres.ts';

/** Adds a partition without end after the last one of each table. */
export async function openPartitions(url: string): Promise<void> {
  for (const table of Object.keys(PARTITIONED)) {
    await onServer(
      url,
      `DO $$ BEGIN EXECUTE (
        SELECT format('CREATE TABLE ${table}_rest PARTITION OF ${table} FOR VALUES FROM (%L) TO (MAXVALUE)',
          max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(.*)''\\)') COLLATE "C"))
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${table}'::regclass); END $$`,
    );
  }
}
