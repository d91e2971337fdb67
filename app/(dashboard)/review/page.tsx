import type { Metadata } from 'next';
import { ReviewPage } from '../../../components/review/review-page.tsx';

export const metadata: Metadata = { title: 'Review' };

export default function Page() {
  return <ReviewPage />;
}
