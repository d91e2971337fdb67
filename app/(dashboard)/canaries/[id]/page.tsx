import type { Metadata } from 'next';
import { CanaryPage } from '../../../../components/canaries/canary-page.tsx';

export const metadata: Metadata = { title: 'Canary' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <CanaryPage id={id} />;
}
