import type { Metadata } from 'next';
import { SkillPage } from '../../../../components/skills/skill-page.tsx';

export const metadata: Metadata = { title: 'Skill' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <SkillPage id={decodeURIComponent(id)} />;
}
