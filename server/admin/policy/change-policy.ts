/** Replaces a tenant's own values of settings, within the bounds that the installation sets. */
import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/index.ts';
import type { Policy, PolicyIn, PolicySettings } from '../../domain/admin/policy/policy.ts';
import {
  beyondBounds,
  boundText,
  type OwnPolicy,
  SETTING_NAMES,
} from '../../domain/admin/policy/resolve-policy.ts';
import { snakeCase } from '../../domain/camel-case.ts';
import type { Principal } from '../../domain/principal.ts';
import { bumpPolicy, policyStore } from '../../knowledge/index.ts';
import { policySettings } from '../../platform/config/tenant-config.ts';
import { invalid, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { toPolicy } from './read-policy.ts';

/**
 * Replaces all of the tenant's own values. 422 for one that the installation does not allow; conflict where another version
 * than the one that was read holds. Values that hold already make no new version.
 */
export async function changePolicy(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { settings, version: read }: PolicyIn,
): Promise<Policy> {
  const own = ownValues(settings);
  requireAllowed(own, policySettings(runtime.config));
  return await runtime.db.write(async (tx) => {
    const store = policyStore(tx, tenant);
    await bumpPolicy(tx, tenant);
    const [current = null] = await store.newest(1);
    const before = current?.settings ?? {};
    if (read !== null && read !== undefined && read !== (current?.version ?? 0)) {
      throw new ServiceError('conflict', `the policy is at version ${current?.version ?? 0}: read it again`);
    }
    if (isDeepStrictEqual(before, own)) return toPolicy(runtime, current);
    const next = {
      ...{ version: (current?.version ?? 0) + 1, settings: own },
      ...{ changedBy: actor, changedAt: runtime.clock() },
    };
    await store.add(next);
    const resource = `policy:${next.version}` as const;
    const details = { before: sent(before), after: sent(own) };
    await writeAudit(runtime, tx, { tenant, actor }, { action: 'policy.changed', resource, details });
    return toPolicy(runtime, next);
  });
}

/** With the names of code, in their order, without those that are null. */
function ownValues(settings: PolicyIn['settings']): OwnPolicy {
  const given = new Map<string, unknown>(Object.entries(settings));
  const named = SETTING_NAMES.map((name) => [name, given.get(snakeCase(name)) ?? null] as const);
  // Each value is of its setting: the schema has the same fields.
  return Object.fromEntries(named.filter(([, value]) => value !== null));
}

const sent = (own: OwnPolicy) =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [snakeCase(name), value]));

function requireAllowed(own: OwnPolicy, installation: PolicySettings): void {
  const [refused] = beyondBounds(own, installation);
  if (refused !== undefined) {
    throw invalid(['body', 'settings', snakeCase(refused)], boundText(refused, installation), 'value_error');
  }
  const { canaryMinSamples, canaryMaxSamples } = { ...installation, ...own };
  if (canaryMaxSamples < canaryMinSamples) {
    throw invalid(
      ['body', 'settings', 'canary_max_samples'],
      'must not be below canary_min_samples',
      'value_error',
    );
  }
}
