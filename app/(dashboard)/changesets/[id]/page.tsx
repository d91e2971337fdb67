import type { Metadata } from 'next';
import { ChangesetPage } from '../../../../components/changesets/changeset-page.tsx';

export const metadata: Metadata = { title: 'Changeset' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ChangesetPage id={id} />;
}
