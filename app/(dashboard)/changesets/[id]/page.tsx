import type { Metadata } from 'next';
import { ChangesetPage } from '../../../../components/review/changeset-page.tsx';

export const metadata: Metadata = { title: 'Changeset' };

export default function Page() {
  return <ChangesetPage />;
}
