/** What a visitor sees where the gateway asks for credentials: how to call it, and nothing of any tenant. */
import { Links } from './links.tsx';

export function ClosedPage() {
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        <h1 className="font-semibold text-xl leading-7">This gateway asks for a key</h1>
        <p className="text-base leading-6">
          Send <code className="font-mono text-sm">Authorization: Bearer &lt;key&gt;</code> with each request.
          An administrator creates keys with{' '}
          <code className="font-mono text-sm">POST /v1/admin/api-keys</code>.
        </p>
      </div>
      <Links />
    </>
  );
}
