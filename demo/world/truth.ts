/**
 * The truth of a world: how likely a run succeeds, given the texts of the rules it was served. Never by ids or by what the gateway
 * says of them, so that it is the text that works, whoever wrote it and however it came to be served.
 */
import type { Kind } from './world.ts';

const TOOL = /\b[a-z]+_[a-z]+\b/g;

/** From these words to the end of the clause a rule says what not to do. */
const LEFT_OUT = /\b(?:leave out|without|skip)\b[^.;:]*/gi;

/** The tools that an agent calls beside the act when it follows rules to the letter; what one rule forbids is not called. */
export function toolsTold(rules: readonly string[]): Set<string> {
  const told = new Set(rules.flatMap((rule) => rule.replace(LEFT_OUT, '').match(TOOL) ?? []));
  return told.difference(toolsForbidden(rules));
}

/** The tools that rules say are to be left out. */
export function toolsForbidden(rules: readonly string[]): Set<string> {
  return new Set(
    rules.flatMap((rule) => rule.match(LEFT_OUT) ?? []).flatMap((part) => part.match(TOOL) ?? []),
  );
}

/** The chance of success of a run that calls these tools. */
export function successWith({ base, steps }: Kind, called: ReadonlySet<string>): number {
  return steps.reduce((chance, { tool, gain }) => chance + (called.has(tool) ? gain : 0), base);
}

/** The chance of success of a run that is served these rules, before anybody knows whether its agent is in a hurry. */
export function expectedSuccess(kind: Kind, rules: readonly string[]): number {
  const told = toolsTold(rules);
  return (1 - kind.haste) * successWith(kind, told) + kind.haste * successWith(kind, hastily(kind, told));
}

/** What an agent in a hurry calls: all but what its kind of task tempts it to leave out. */
export function hastily({ part, steps }: Kind, told: ReadonlySet<string>): Set<string> {
  const tempting = part === 'shortcut' ? steps.map(({ tool }) => tool) : [];
  return new Set(told).difference(new Set(tempting));
}
