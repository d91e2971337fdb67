import type { Metadata } from 'next';
import { RecallPage } from '../../../../components/recalls/recall-page.tsx';

export const metadata: Metadata = { title: 'Recall' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <RecallPage id={id} />;
}
