/** The frame of a page before the dashboard's rail exists: the mark, the tenant, one column. */
import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

export function PageFrame({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col px-4 sm:px-6">
      <header className="flex items-center justify-between border-line border-b py-4">
        <span className="flex items-center gap-2.5 font-semibold text-base">
          <Mark />
          Whetstone
        </span>
        {tenant === null ? null : (
          <span className="text-quiet">
            Tenant{' '}
            <code className="rounded-sm bg-code px-1.5 py-0.5 font-mono text-ink text-xs">{tenant}</code>
          </span>
        )}
      </header>
      <main className="flex flex-col gap-8 py-8">{children}</main>
    </div>
  );
}
