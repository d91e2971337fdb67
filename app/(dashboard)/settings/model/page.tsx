import type { Metadata } from 'next';
import { ModelPage } from '../../../../components/usage/model-page.tsx';

export const metadata: Metadata = { title: 'Model' };

export default function Page() {
  return <ModelPage />;
}
