import type { Metadata } from 'next';
import { InsightsPage } from '../../../components/insights/insights-page.tsx';

export const metadata: Metadata = { title: 'Insights' };

export default function Page() {
  return <InsightsPage />;
}
