/** Signed-in pages: rendered for each request, since each carries a nonce of its own and knows who looks. */
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { AppShell } from '../../components/shell/app-shell.tsx';
import { currentViewer, signInAddress } from '../../server/api/dashboard/current-viewer.ts';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  await connection();
  const { viewer, nonce } = await currentViewer();
  if (viewer === null) redirect(signInAddress());
  return (
    <AppShell viewer={viewer} nonce={nonce}>
      {children}
    </AppShell>
  );
}
