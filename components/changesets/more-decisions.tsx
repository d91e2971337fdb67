/** What is rarely wanted of a decision, behind a button. The menu is loaded when it is used: most decisions never do. */
'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { MoreButton } from './more-button.tsx';

const load = () => import('./more-decisions-menu.tsx').then((module) => module.MoreDecisionsMenu);
const MoreDecisionsMenu = dynamic(load, { ssr: false, loading: () => <MoreButton /> });

export function MoreDecisions({ onSkip }: { onSkip: () => void }) {
  const [used, setUsed] = useState(false);
  if (used) return <MoreDecisionsMenu onSkip={onSkip} />;
  return <MoreButton onClick={() => setUsed(true)} onPointerEnter={() => void load()} />;
}
