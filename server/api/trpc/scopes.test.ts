/** Every procedure of the dashboard against every single scope. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Principal, SCOPES, type Scope } from '../../domain/principal.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { callerFactory } from './fields.ts';
import { dashboardRouter } from './router.ts';

/** Written out, so that no scope changes without this test. A new procedure gets its scope here too. */
const OPEN_TO: Record<Scope | 'everybody' | 'operator', string> = {
  everybody: 'overview.find session.me',
  learn: `
    episodes.detail insights.faults insights.read recalls.ask recalls.detail
    memories.byIds memories.chain memories.list memories.profile memories.suggestionCount memories.suggestions
    skills.detail skills.list skills.markdown skills.versions`,
  review: `
    agents.list agents.previewTrust agents.sources changesets.passages changesets.waitingBySource
    canaries.detail canaries.episodes canaries.list canaries.stop
    changesets.amend insights.skills
    changesets.check changesets.comment changesets.counts changesets.decide changesets.decideMany
    changesets.detail changesets.headlines changesets.previewMany changesets.proposeAgain
    changesets.queue changesets.texts changesets.undo
    episodes.citedBy episodes.list episodes.tasks recalls.preview recalls.run insights.agents insights.library insights.lift insights.wordings
    memories.counts memories.decide memories.decideSuggestions memories.restore
    overview.badges overview.firstRun
    skills.approvals skills.author skills.counts skills.evolution skills.evolve skills.importMarkdown skills.performance skills.pin
    skills.rollback skills.setDeprecated skills.measurement skills.measure`,
  admin: `
    agents.changeSources agents.trustTool audit.actors audit.search erasure.erase erasure.export erasure.preview jobs.failed jobs.retry jobs.retryAll
    jobs.waiting keys.bind keys.create keys.list keys.revoke model.read model.test
    usage.read
    policy.change policy.history policy.read
    webhooks.create webhooks.deliveries webhooks.list webhooks.redeliver webhooks.remove webhooks.test`,
  // No scope opens them.
  operator: `sample.enter sample.leave sample.remove
    tenants.list tenants.remove tenants.setQuota`,
};

const pathsOf = (list: string) => list.trim().split(/\s+/);
const PROCEDURES = Object.keys(dashboardRouter._def.procedures).sort();

describeOnOne('the dashboard’s scopes', (runtime) => {
  type Call = (input?: unknown) => Promise<unknown>;

  const call = async (path: string, principal: Principal): Promise<unknown> => {
    const caller = callerFactory(dashboardRouter)({ runtime: runtime(), principal });
    const [noun = '', verb = ''] = path.split('.');
    // The paths are data here, which the caller's type does not allow.
    const nouns = caller as unknown as Record<string, Record<string, Call>>;
    return await nouns[noun]?.[verb]?.();
  };
  const isRefused = async (path: string, scopes: Scope[]): Promise<boolean> =>
    await call(path, freshPrincipal(scopes)).then(
      () => false,
      (error: { cause?: { kind?: string } }) => error.cause?.kind === 'forbidden',
    );

  it('are those of procedures that a page calls', () => {
    const files = readdirSync('components', { recursive: true, encoding: 'utf8' });
    const source = files
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => readFileSync(`components/${path}`, 'utf8').replaceAll(/\s/g, ''));
    const isCalled = (path: string) =>
      [`.${path}.`, `useChange(trpc.${path},`].some((call) => source.some((text) => text.includes(call)));
    expect(PROCEDURES.filter((path) => !isCalled(path))).toEqual([]);
  });

  it('are decided for each procedure, and for none that there is not', () => {
    expect(Object.values(OPEN_TO).flatMap(pathsOf).sort()).toEqual(PROCEDURES);
  });

  it.each(PROCEDURES)('open %s to its scope alone, before its input is looked at', async (path) => {
    const open = (Object.keys(OPEN_TO) as (keyof typeof OPEN_TO)[]).find((scope) =>
      pathsOf(OPEN_TO[scope]).includes(path),
    );
    const asked: Scope[][] = [[], ...SCOPES.map((scope) => [scope]), [...SCOPES]];
    for (const scopes of asked) {
      const refused = open !== 'everybody' && !scopes.some((scope) => scope === open);
      expect([scopes, await isRefused(path, scopes)]).toEqual([scopes, refused]);
      if (open === undefined || open === 'everybody') continue;
      const others = scopes.filter((scope) => scope !== open);
      expect([others, await isRefused(path, others)]).toEqual([others, true]);
    }
  });

  it('open leaving the sample world to the operator, with any scopes', async () => {
    const principal = freshPrincipal([]);
    const operator = { ...principal, operator: { home: principal.tenant } };
    await expect(call('sample.leave', operator)).resolves.toBeUndefined();
  });
});
