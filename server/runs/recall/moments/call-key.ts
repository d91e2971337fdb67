/** By what a call that was announced is found again among the calls that its run recorded. */
import { createHash } from 'node:crypto';
import { type CallMoment, callIdentity } from '../../../domain/moments/match.ts';
import { redact } from '../../../domain/safety/redact.ts';
import { redactValue } from '../../../domain/safety/redact-value.ts';
import { toJson } from '../../../platform/db/database.ts';
import type { Runtime } from '../../../platform/runtime.ts';

type Tool = CallMoment['tool'];

/** Longer texts are those of files; redacting them would hold up the call. */
const MAX_TEXT = 4000;
const DIGITS = 22;

/** A digest, so that no moment keeps what the call was about. Of a recorded call, whose texts are redacted already. */
export function callKey(tool: Tool): string {
  const said = toJson([tool.name, callIdentity(tool)]);
  return createHash('sha256').update(said).digest('base64url').slice(0, DIGITS);
}

/** Of a call as it is announced: redacted as it will be in its run. Null where that would take long. */
export function announcedKey({ config }: Runtime, { name, ...tool }: Tool): string | null {
  const identity = callIdentity({ name, ...tool });
  if (toJson(identity).length > MAX_TEXT) return null;
  if (!config.recall.redactPii) return callKey({ name, arguments: identity });
  return callKey({ name: redact(name), arguments: redactValue(identity) });
}
