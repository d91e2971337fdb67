/**
 * The one way to stop a canary by hand: rolling its skill back. Says what else that does before it is done.
 */
'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import type { CanaryDetail } from './address.ts';

const MOST_VERSIONS = 50;

export function RollBackDialog({ canary, onClose }: { canary: CanaryDetail; onClose: () => void }) {
  const { skillId, skillName: name, baseVersion: current, queued } = canary;
  const [version, setVersion] = useState(current);
  const rollBack = useRollBack(canary, version, onClose);
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Roll back ${name}`}
      description="A canary has no cancel of its own: it ends when its skill is rolled back."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            loading={rollBack.isPending}
            onClick={() => rollBack.mutate({ skill_id: skillId, version })}
          >
            Roll back to v{version}, stop the canary
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <VersionChoice skillId={skillId} current={current} version={version} onVersion={setVersion} />
        <ul className="flex list-disc flex-col gap-1 rounded-md bg-attention-soft py-2.5 pr-4 pl-8 text-attention text-table">
          <li>
            A new version is created with what v{version} said
            {version === current ? ', which is what the skill says now' : ''}; history is kept.
          </li>
          <li>This canary ends and its changeset becomes rejected.</li>
          {queued.length === 0 ? null : (
            <li>
              {queued.length === 1
                ? '1 queued changeset becomes failed.'
                : `${queued.length} queued changesets become failed.`}
            </li>
          )}
        </ul>
        {rollBack.error === null ? null : <ErrorBlock what="roll back" error={rollBack.error} />}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  skillId: string;
  current: number;
  version: number;
  onVersion: (version: number) => void;
}

function VersionChoice({ skillId, current, version, onVersion }: ChoiceProps) {
  const trpc = useTRPC();
  const enabled = useAllowed('learn');
  const { data } = useQuery(
    trpc.skills.versions.queryOptions({ id: skillId, limit: MOST_VERSIONS }, { enabled }),
  );
  const versions = data?.map((entry) => entry.version) ?? [current];
  return (
    <Select
      label="Go back to"
      value={String(version)}
      options={versions.map((number) => ({
        value: String(number),
        label: number === current ? `v${number}, as it is now` : `v${number}`,
      }))}
      onValueChange={(value) => onVersion(Number(value))}
      className="w-56"
    />
  );
}

function useRollBack({ skillName: name }: CanaryDetail, target: number, onClose: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation(
    trpc.skills.rollback.mutationOptions({
      onSuccess: ({ version }) => {
        toast({
          title: `${name} is v${version} now`,
          detail: `It says what v${target} said; the canary ended.`,
        });
        onClose();
      },
      onSettled: () => {
        for (const router of [trpc.canaries, trpc.changesets, trpc.skills, trpc.overview]) {
          void queries.invalidateQueries({ queryKey: router.pathKey() });
        }
      },
    }),
  );
}
