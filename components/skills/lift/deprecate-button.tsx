'use client';

/** Takes a skill that surely hurts out of service, by one press: the reason stands beside it. */
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useServiceChange } from '../use-service-change.ts';

export function DeprecateButton({ skill }: { skill: { id: string; name: string } }) {
  const deprecate = useServiceChange(skill, true);
  return (
    <ScopedButton
      scope="review"
      size="small"
      aria-label={`Deprecate ${skill.name}`}
      loading={deprecate.isPending}
      onClick={deprecate.mutate}
    >
      Deprecate
    </ScopedButton>
  );
}
