/** What the calls of a run tell of a rule that it was shown; docs/triggers.md has the definition. */
import { describe, expect, it } from 'vitest';
import { type RecordedCall, type ShownRule, wasFollowed } from './was-followed.ts';

const ID = 'bl_1';

/** A command that ran, or that ended with an error. */
function run(command: string, error: string | null = null): RecordedCall {
  return { key: command, tool: { name: 'Bash', arguments: { command } }, error };
}

/** A call in place of which the agent got the rule. */
const stopped = (command: string) => run(command, `- [${ID}] the rule`);

const rule = (more: Partial<ShownRule> = {}): ShownRule => ({
  id: ID,
  content: 'Run the tests before you push',
  applies_when: [{ command: 'git push*' }],
  announced: ['git push'],
  ...more,
});

describe('a rule that was shown in place of a call', () => {
  const verdict = (...next: RecordedCall[]) => wasFollowed(rule(), [stopped('git push'), ...next]);

  it('is followed where the agent did something else first, whether the call came later or not', () => {
    expect(verdict(run('npm test'))).toBe('followed');
    expect(verdict(run('npm test'), run('git push'))).toBe('followed');
  });

  it('leaves open what it did where it made the call again, changed or not, or none', () => {
    expect(verdict(run('git push'))).toBeNull();
    expect(verdict(run('git push --force-with-lease'))).toBeNull();
    expect(verdict()).toBeNull();
  });

  it('is judged by each of the calls that it was shown before', () => {
    const twice = rule({ announced: ['git push', 'git push'] });
    const first = [stopped('git push'), run('npm test')];
    expect(wasFollowed(twice, [...first, stopped('git push'), run('npm test')])).toBe('followed');
    expect(wasFollowed(twice, [...first, run('git push')])).toBeNull();
  });
});

describe('a call that went ahead', () => {
  it('leaves open whether the rule was followed before it', () => {
    expect(wasFollowed(rule(), [run('npm test'), run('git push')])).toBeNull();
    expect(wasFollowed(rule(), [run('git push', 'rejected'), run('npm test')])).toBeNull();
  });

  it.each([
    ['Never use --force', 'git push --force', 'broken'],
    ['Never use --force', 'git push', null],
    ['Never use --force', 'git push --force-with-lease', null],
    ['Never run git push without the tests', 'git push', null],
    ['Never run git push; open a pull request', 'git push', null],
  ])('breaks %j as %j: %j', (content, command, expected) => {
    expect(wasFollowed(rule({ content, announced: [command] }), [run(command)])).toBe(expected);
  });

  it('breaks a prohibition however much later, and not where it failed', () => {
    const never = rule({ content: 'Never run git push' });
    expect(wasFollowed(never, [stopped('git push'), run('ls'), run('git push')])).toBe('broken');
    expect(wasFollowed(never, [run('git push', 'no such remote')])).toBeNull();
  });

  it('breaks a prohibition to edit only by a tool that writes', () => {
    const path = 'migrations/1.sql';
    const never = rule({
      content: 'Never edit a migration',
      applies_when: [{ path: 'migrations/**' }],
      announced: [path],
    });
    const call = (name: string) => ({ key: path, tool: { name, arguments: { path } }, error: null });
    expect(wasFollowed(never, [call('Read')])).toBeNull();
    expect(wasFollowed(never, [call('Edit')])).toBe('broken');
  });
});

describe('a rule that blocks', () => {
  const blocking = rule({ content: 'Never run git push', blocks: true });

  it('is followed where the call was stopped, and open where a person allowed it', () => {
    const refused = run('git push', "The user doesn't want to proceed with this tool use.");
    expect(wasFollowed(blocking, [refused])).toBe('followed');
    const guarded = run('git push', 'it was not run, as a person has to allow this call');
    expect(wasFollowed(blocking, [guarded])).toBe('followed');
    expect(wasFollowed(blocking, [stopped('git push')])).toBe('followed');
    expect(wasFollowed(blocking, [run('git push')])).toBeNull();
    expect(wasFollowed(blocking, [run('git push', 'rejected: not fast-forward')])).toBeNull();
  });
});

describe('a rule of which the calls tell nothing', () => {
  it('is one that only an error triggers', () => {
    const applies = [{ command: 'git push*' }, { error: 'rejected' }];
    expect(wasFollowed(rule({ applies_when: applies }), [stopped('git push'), run('ls')])).toBeNull();
  });
});
