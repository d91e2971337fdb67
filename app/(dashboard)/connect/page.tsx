import type { Metadata } from 'next';
import { ConnectPage } from '../../../components/first-run/connect-page.tsx';

export const metadata: Metadata = { title: 'Connect an agent' };

export default function Page() {
  return <ConnectPage />;
}
