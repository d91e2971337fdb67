import type { Metadata } from 'next';
import { EpisodesPage } from '../../../components/episodes/episodes-page.tsx';

export const metadata: Metadata = { title: 'Episodes' };

export default function Page() {
  return <EpisodesPage />;
}
