import { defineConfig } from 'vitest/config';

const TESTS = '**/*.test.{ts,tsx}';

/** Tests that change what a process has once: its modules, its globals, what libraries register in it. */
const APART = [
  'client/src/{,sending/}*.test.ts',
  `client/src/adapters/${TESTS}`,
  'server/api/rest/live-exporters.test.ts',
  'server/platform/llm/failures.test.ts',
];

/**
 * Long tests of whole programs: packages as they are published, clients and examples in front of every bad gateway, the MCP
 * endpoint in other programs, the demonstration, upgrades, a long history, replicas, faults and attacks, and statistics
 * over thousands of draws. `npm run test:release` runs them before a release, and CI some of them after `npm test`.
 */
const RELEASE = [
  'client/{published,ways-in}.test.ts',
  'client/examples/*.test.ts',
  'client/python/python.test.ts',
  'client/src/cli/coding-agents/faulty-gateways.test.ts',
  'client/src/cli/skill-sync/sync-skills.test.ts',
  'lab/demo/loop.test.ts',
  'server/api/mcp/conformance.test.ts',
  'server/domain/skills/canary/forecast-ending.test.ts',
  'server/skills/canary/boundary-restart.test.ts',
  'lab/{faults,hostile}/*.test.ts',
  'server/api/trpc/long-history.test.ts',
  'server/platform/db/replica/replica.test.ts',
  'server/upgrade.test.ts',
];

/**
 * Unit and integration tests. Every test file gets its own database (server/testing), so files may run in parallel. A
 * process runs one file after the other: loading and warming up the modules for each of them takes longer than most
 * tests.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['server/testing/database/global-setup.ts'],
    setupFiles: ['server/testing/property.ts'],
    // One more than a small machine has cores: a third of the time a test waits for a process, a database or a clock.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        test: {
          name: 'together',
          include: [`{client,server,worker,components,lab,scripts}/${TESTS}`],
          exclude: [...APART, ...RELEASE],
          isolate: false,
        },
      },
      {
        extends: true,
        // They start many processes one after the other; a busy machine takes minutes over them.
        test: { name: 'release', include: RELEASE, isolate: false, testTimeout: 240_000 },
      },
    ],
  },
});
