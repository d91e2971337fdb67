import { connection } from 'next/server';
import { ClosedPage } from '../components/overview/closed-page.tsx';
import { OverviewPage } from '../components/overview/overview-page.tsx';
import { PageFrame } from '../components/shell/page-frame.tsx';
import { firstPage } from '../server/dashboard/first-page.ts';

export default async function Page() {
  await connection();
  const { overview, address } = await firstPage();
  if (overview === null) {
    return (
      <PageFrame tenant={null}>
        <ClosedPage />
      </PageFrame>
    );
  }
  return (
    <PageFrame tenant={overview.tenant}>
      <OverviewPage counts={overview} address={address} />
    </PageFrame>
  );
}
