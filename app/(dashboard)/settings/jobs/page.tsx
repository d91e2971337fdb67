import type { Metadata } from 'next';
import { JobsPage } from '../../../../components/jobs/jobs-page.tsx';

export const metadata: Metadata = { title: 'Jobs' };

export default function Page() {
  return <JobsPage />;
}
