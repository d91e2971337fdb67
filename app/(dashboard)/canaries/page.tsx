import type { Metadata } from 'next';
import { CanariesPage } from '../../../components/canaries/canaries-page.tsx';

export const metadata: Metadata = { title: 'Canaries' };

export default function Page() {
  return <CanariesPage />;
}
