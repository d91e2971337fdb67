/** What tests that the agent ran say about its work. */
import type { Turn, TurnCall } from './turn.ts';

export interface TestResult {
  passed: boolean;
  command: string;
}

const TEST_COMMANDS = [
  String.raw`(?:npm|pnpm|yarn|bun)(?: -\S+)* (?:run )?(?:test|check)(?::\S+)?`,
  'npm t',
  '(?:(?:npx|bunx|pnpm exec|yarn|uv run|poetry run|bundle exec) )?(?:vitest|jest|mocha|ava|pytest|tox|rspec|phpunit|nox)',
  '(?:npx )?playwright test',
  String.raw`node(?: --\S+)* --test`,
  '(?:python3?|py) -m (?:pytest|unittest)',
  String.raw`(?:go|cargo|dotnet|swift|deno|bun|mix|mvn|\./mvnw|gradle|\./gradlew|bazel|make|rake|composer|sbt)(?: -\S+)* (?:test|check)`,
  'cargo nextest run',
  'ctest',
];

const TEST = new RegExp(
  String.raw`^(?:\w+=\S+ )*(?:time )?(?:\./)?(?:${TEST_COMMANDS.join('|')})(?=$|[\s:])`,
);

/** Redirections of one stream to another are no sign of another command. */
const REDIRECTION = /\s*\d?>&\d/g;
/** After these the exit code is that of something else. */
const OTHER_STATUS = /\|\||[|;\n]|(?<!&)&(?!&)/;

/**
 * The last run of tests, where its exit code says how they went and no file was changed after it; else null. A command whose exit
 * code is not that of the tests (`npm test | tail`, `npm test || true`) says nothing.
 */
export function testResult({ calls }: Turn): TestResult | null {
  for (const call of [...calls].reverse()) {
    if (call.editsFiles) return null;
    const result = resultOf(call);
    if (result !== null) return result;
  }
  return null;
}

function resultOf({ command, exitCode }: TurnCall): TestResult | null {
  if (command === null || exitCode === null) return null;
  const plain = command.replace(REDIRECTION, '').trim();
  if (OTHER_STATUS.test(plain)) return null;
  const steps = plain.split('&&').map((step) => step.trim());
  const at = steps.findIndex((step) => TEST.test(step));
  if (at === -1) return null;
  // Of a chain that fails it is known what failed only where nothing else in it could.
  const isAlone = at === steps.length - 1 && steps.slice(0, at).every((step) => /^(?:cd|export) /.test(step));
  return exitCode === 0 || isAlone ? { passed: exitCode === 0, command } : null;
}
