// Copied from server/domain/moments by scripts/generate-client.mjs; do not edit.
/** When a rule applies, beside its text. The pages have this without what matches calls. */

/** What a call has to be like; every field that is there has to match. All texts are globs, but for an argument's name. */
export interface Condition {
  tool?: string | undefined;
  /** Of one of the files that the call's arguments name. */
  path?: string | undefined;
  /** Of the command that it runs, from the beginning on. */
  command?: string | undefined;
  argument?: { name: string; value: string } | undefined;
  /** Of a part of the error that was seen last. */
  error?: string | undefined;
}

/** What a rule has beside its text: it applies when any of its conditions matches. */
export interface Trigger {
  applies_when?: Condition[] | undefined;
  /** Whether a person has to allow the call. */
  blocks?: boolean | undefined;
}

/** The trigger among other fields; empty where there is none, for a rule blocks by its conditions only. */
export function triggerOf({ applies_when: conditions, blocks }: TriggerChange): Trigger {
  if (conditions == null) return {};
  return { applies_when: conditions, ...(blocks ? { blocks } : {}) };
}

/** The trigger of a rule after an update. */
export function changedTrigger(change: TriggerChange, rule: Trigger): Trigger {
  const { applies_when: conditions = rule.applies_when, blocks } = change;
  return triggerOf({ applies_when: conditions, blocks: blocks ?? rule.blocks });
}

/** What of a trigger changes: absent is unchanged, null takes it away. */
export type TriggerChange = { readonly [Field in keyof Trigger]: Trigger[Field] | null };
