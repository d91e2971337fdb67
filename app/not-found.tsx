/** The same page for what never was, what is gone, and what belongs to another tenant; in the frame for who is signed in. */
import { connection } from 'next/server';
import { AppShell } from '../components/shell/app-shell.tsx';
import { NotFoundPage, NothingHere } from '../components/shell/not-found-page.tsx';
import { currentViewer } from '../server/api/dashboard/current-viewer.ts';

export default async function NotFound() {
  await connection();
  const { viewer, nonce } = await currentViewer();
  if (viewer === null) return <NotFoundPage />;
  return (
    <AppShell viewer={viewer} nonce={nonce}>
      <NothingHere />
    </AppShell>
  );
}
