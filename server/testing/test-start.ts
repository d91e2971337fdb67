/** When the clock of a test's runtime begins. */
export const TEST_START = Date.parse('2026-03-01T12:00:00.000Z');
