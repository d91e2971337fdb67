import { defineConfig } from 'vitest/config';

/** Unit and integration tests. Every test file gets its own database (server/testing), so files may run in parallel. */
export default defineConfig({
  test: {
    include: ['{server,worker,components,client,bench,demo,scripts}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    globalSetup: ['server/testing/database/global-setup.ts'],
    setupFiles: ['server/testing/property.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
