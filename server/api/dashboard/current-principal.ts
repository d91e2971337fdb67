/** Who looks at a page, for what is rendered on the server. */
import { headers } from 'next/headers';
import { authenticateBrowser } from '../auth/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { isServiceError } from '../../platform/errors.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest } from '../../platform/request-context.ts';

/** The holder of the request's session; null where nobody is signed in. */
export async function currentPrincipal(): Promise<Principal | null> {
  const known = currentRequest()?.viewer;
  if (known !== undefined) return known;
  const [runtime, sent] = [await processRuntime(), await headers()];
  try {
    return await authenticateBrowser(runtime, { cookies: sent.get('cookie') ?? undefined });
  } catch (error) {
    if (isServiceError(error) && error.kind === 'unauthenticated') return null;
    throw error;
  }
}
