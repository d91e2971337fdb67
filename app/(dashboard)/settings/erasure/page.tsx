import type { Metadata } from 'next';
import { ErasurePage } from '../../../../components/erasure/erasure-page.tsx';

export const metadata: Metadata = { title: 'Erasure' };

export default function Page() {
  return <ErasurePage />;
}
