import type { Metadata } from 'next';
import { WriteSkillPage } from '../../../../components/skills/write/write-skill-page.tsx';

export const metadata: Metadata = { title: 'Write a skill' };

export default function Page() {
  return <WriteSkillPage />;
}
