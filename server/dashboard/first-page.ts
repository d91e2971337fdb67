/** What the first page shows: the tenant's counts where dev mode has signed the visitor in, nothing otherwise. */
import { devPrincipal } from '../auth/index.ts';
import { type Overview, readOverview } from '../overview/index.ts';
import { authenticationDisabled, publicUrl } from '../platform/config/config.ts';
import { processRuntime } from '../platform/process-runtime.ts';

/** The overview of tenant `dev`, or null where requests need a credential; and the address to call. */
export async function firstPage(): Promise<{ overview: Overview | null; address: string }> {
  const runtime = await processRuntime();
  const address = publicUrl(runtime.config);
  if (!authenticationDisabled(runtime.config)) return { overview: null, address };
  return { overview: await readOverview(runtime, devPrincipal()), address };
}
