import type { Metadata } from 'next';
import { EpisodePage } from '../../../../components/episodes/episode-page.tsx';

export const metadata: Metadata = { title: 'Episode' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <EpisodePage id={id} />;
}
