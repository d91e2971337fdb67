import type { Metadata } from 'next';
import { TenantsPage } from '../../../../components/usage/tenants/tenants-page.tsx';

export const metadata: Metadata = { title: 'Tenants' };

export default function Page() {
  return <TenantsPage />;
}
