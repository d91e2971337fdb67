/** Verifies the signature of an event as https://github.com/standard-webhooks/standard-webhooks describes. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a message may be from now, in seconds. */
const TOLERANCE_S = 300;

/** What a receiver is sent beside the body. */
export interface SignedHeaders {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** Why a message is refused; null where one of its signatures is right. `now` is in milliseconds. */
export function refusalOf(
  secret: string,
  { id, timestamp, signature }: SignedHeaders,
  body: string,
  now: number,
): string | null {
  if (id === undefined || timestamp === undefined || signature === undefined) return 'it is not signed';
  const seconds = Number(timestamp);
  if (!Number.isInteger(seconds)) return 'its time is not a number';
  if (Math.abs(now / 1000 - seconds) > TOLERANCE_S)
    return 'it is older than five minutes, or from the future';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isRight = signature.split(' ').some((each) => {
    const [version, text = ''] = each.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
  return isRight ? null : 'its signature is wrong: is this the secret of the webhook?';
}
