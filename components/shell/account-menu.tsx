/** The account menu. What it opens is loaded when it is used: most visits never do. */
'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { AccountButton } from './account-button.tsx';

const load = () => import('./account-items.tsx').then((module) => module.AccountItems);
const AccountItems = dynamic(load, { ssr: false, loading: () => <AccountButton /> });

export function AccountMenu() {
  const [used, setUsed] = useState(false);
  if (used) return <AccountItems />;
  return <AccountButton onClick={() => setUsed(true)} onPointerEnter={() => void load()} />;
}
