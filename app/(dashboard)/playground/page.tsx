import type { Metadata } from 'next';
import { PlaygroundPage } from '../../../components/recalls/playground/playground-page.tsx';

export const metadata: Metadata = { title: 'Playground' };

export default function Page() {
  return <PlaygroundPage />;
}
