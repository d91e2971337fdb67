/** The same page for what never was, what is gone, and what belongs to another tenant. */
import { connection } from 'next/server';
import { NotFoundPage } from '../components/shell/not-found-page.tsx';

export default async function NotFound() {
  await connection();
  return <NotFoundPage />;
}
