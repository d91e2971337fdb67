/** The databases that tests run on. */
import type { Dialect } from '../../platform/db/migrations/migrations.ts';

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgresql'];

/**
 * The database of tests whose statements other tests try on both: SQLite, and PostgreSQL with TEST_DIALECT=postgresql, as
 * `npm run test:release` sets it.
 */
export const ONE_DIALECT: Dialect = process.env.TEST_DIALECT === 'postgresql' ? 'postgresql' : 'sqlite';
