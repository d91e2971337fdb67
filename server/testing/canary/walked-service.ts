/** The service and its model: every step is taken on both and compared, unless several act at once. */
import { expect } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { isServiceError } from '../../platform/errors.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { reviewChangeset } from '../../skills/changesets/index.ts';
import { authorSkill, rollbackSkill } from '../../skills/index.ts';
import { curate } from '../jobs/upkeep-job.ts';
import { skillIn } from '../samples/skill-history.ts';
import type { TestRuntime } from '../test-runtime.ts';
import { approveIt, proposeAll, record, serve, usedSkill } from './canaries.ts';
import { type ProposalKind, toProposal, WALKED_SKILLS, type WalkProposal } from './canary-proposals.ts';
import { CanaryModel, type ModelCanary, type ModelSkill } from './model.ts';
import { type Episode, outcomeOf, type Part, type Run, rewardSession } from './walked-runs.ts';

export class WalkedService {
  readonly model = new CanaryModel();
  private readonly rt: TestRuntime;
  private readonly who: Principal;
  private readonly modelled: boolean;
  private readonly changes: string[] = [];
  private readonly ids: string[] = [];
  private readonly runs: Run[] = [];
  private readonly episodes: Episode[] = [];
  private steps = 0;

  constructor(rt: TestRuntime, who: Principal, modelled: boolean) {
    this.rt = rt;
    this.who = who;
    this.modelled = modelled;
  }

  /** Takes steps at once; an error that says who came first is no error. */
  async together(actions: (() => Promise<void>)[]): Promise<void> {
    await Promise.all(
      actions.map(async (act) => {
        try {
          await act();
        } catch (error) {
          if (!isServiceError(error)) throw error;
        }
      }),
    );
  }

  async prepare(): Promise<void> {
    for (const [index, name] of WALKED_SKILLS.entries()) {
      const uses = index === 2 ? 0 : 10;
      const id = await usedSkill(this.rt, this.who, { name, uses });
      this.ids.push(id);
      this.model.skills.set(id, { id, version: 1, status: 'active', uses });
    }
  }

  async propose(which: number, kind: ProposalKind): Promise<void> {
    const proposal = toProposal(which, kind, `step ${this.tick()}`);
    const ids = await proposeAll(this.rt, this.who, proposal.ops);
    this.changes.push(...ids);
    if (this.modelled) this.expectProposed(proposal, kind, ids);
  }

  /** As many changesets as there are skills that can be changed one without the other. */
  private expectProposed({ affected, extra }: WalkProposal, kind: ProposalKind, ids: string[]): void {
    const creates = extra === null || this.model.created.has(extra) ? [] : [extra];
    // Once it is there, nothing needs its creation any more.
    const apart = kind === 'two' || (kind === 'together' && creates.length === 0);
    const groups = apart ? affected.map((at) => [at]) : [affected];
    expect(ids).toHaveLength(groups.length);
    for (const [index, group] of groups.entries()) {
      const id = ids[index] ?? '';
      const bases = Object.fromEntries(
        group.map((at) => [this.skillAt(at), this.model.skill(this.skillAt(at)).version]),
      );
      const change = { id, status: 'pending', bases, creates, skip: false, approvedAt: 0 };
      this.model.changes.set(id, { ...change, risk: kind === 'low' ? 'low' : 'high' });
      if (kind === 'low') this.model.approve(this.model.change(id), this.now());
    }
  }

  /** A risky change that is approved at once. */
  async tryOne(which: number): Promise<void> {
    await this.propose(which, 'high');
    await this.decide(this.changes.at(-1), { approve: true, skipCanary: false });
  }

  async review(which: number, approve: boolean, skipCanary: boolean): Promise<void> {
    // Mostly of the latest, which are seldom decided yet.
    const id = pick(this.changes.slice(which % 4 === 0 ? 0 : -3), which);
    await this.decide(id, { approve, skipCanary });
  }

  private async decide(
    id: string | undefined,
    { approve, skipCanary }: { approve: boolean; skipCanary: boolean },
  ): Promise<void> {
    if (id === undefined) return;
    const review = approve
      ? approveIt(this.rt, this.who, id, { skipCanary })
      : reviewChangeset(this.rt, this.who, { id, approve, comment: 'no' });
    if (!this.modelled) {
      await review;
      return;
    }
    const change = this.model.change(id);
    const pending = change.status === 'pending';
    const error = await review.then(
      () => null,
      ({ message }: Error) => message,
    );
    expect(error).toBe(pending ? null : `changeset is ${change.status}`);
    if (!pending) return;
    const said = await review;
    change.skip = skipCanary;
    if (approve) this.model.approve(change, this.now());
    else change.status = 'rejected';
    expect(said.status).toBe(change.status);
  }

  async recall(session: number): Promise<void> {
    const reply = await serve(this.rt, this.who, { session_id: `s${session}`, max_skills: 3 });
    if (this.modelled) this.expectKnown(reply);
    const parts = reply.skills.map(({ id: skillId, arm, version }): Part => {
      const canary = this.model.canaries.get(skillId) ?? null;
      const part: Part = { skillId, canary, arm: null };
      if (arm === 'candidate' || arm === 'incumbent') part.arm = arm;
      if (this.modelled) this.expectServed(part, version, `s${session}`);
      return part;
    });
    this.runs.push({ recallId: reply.recall_id, session: `s${session}`, parts, isCredited: false });
  }

  /** What a canary would create is told to nobody before it is won, whichever arm they are on. */
  private expectKnown({ skills, skill_index: index }: RecallResponse): void {
    const names = [...skills, ...index].map(({ name }) => name);
    expect([...WALKED_SKILLS, ...this.model.created]).toEqual(expect.arrayContaining(names));
  }

  /** An arm exactly where a canary runs, the same for all of a session, with the version that it serves. */
  private expectServed({ skillId, arm, canary }: Part, version: number, session: string): void {
    expect(arm === null).toBe(canary === null);
    const inForce = this.model.skill(skillId).version;
    expect(version).toBe(arm === 'candidate' ? (canary?.base ?? 0) + 1 : inForce);
    const before = canary?.armOf.get(session) ?? arm;
    expect(arm).toBe(before);
    if (arm !== null) canary?.armOf.set(session, arm);
  }

  /** Sessions of their own in which the runs of one arm succeed and the others fail. */
  async runBoth(session: number, better: 'incumbent' | 'candidate', count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await this.recall(session + turn);
      const last = this.runs.length - 1;
      const arm = this.runs[last]?.parts.find((part) => part.arm !== null)?.arm;
      await this.record(last, arm === better ? 'success' : 'failure');
    }
  }

  async record(which: number, outcome: 'success' | 'failure' | 'unknown'): Promise<void> {
    const run = pick(this.runs, which);
    if (run === undefined) return;
    // The model knows whole rewards only, so all runs of a session go the same way.
    const earlier = this.modelled && outcome !== 'unknown' ? outcomeOf(this.episodes, run.session) : null;
    const won = outcome === 'unknown' ? null : (earlier ?? Number(outcome === 'success'));
    const told = won === null ? 'unknown' : outcomeBy(won);
    const id = await record(this.rt, this.who, { recall_id: run.recallId, outcome: told });
    const isFirst = !run.isCredited;
    run.isCredited = true;
    if (isFirst) for (const { skillId } of run.parts) this.model.skill(skillId).uses += 1;
    // A run counts for the canaries that still run when it is recorded.
    const isRunning = ({ skillId, canary }: Part) =>
      canary !== null && this.model.canaries.get(skillId) === canary;
    const counted = isFirst ? run.parts.filter(isRunning) : [];
    const episode: Episode = { id, session: run.session, counted, won: null };
    this.episodes.push(episode);
    if (won !== null) this.reward(episode, won);
  }

  async feedback(which: number, won: 0 | 1): Promise<void> {
    const episode = pick(this.episodes, which);
    if (episode === undefined) return;
    const isAlone = this.episodes.every((one) => one === episode || one.session !== episode.session);
    const score = isAlone || !this.modelled ? won : (outcomeOf(this.episodes, episode.session) ?? won);
    await giveFeedback(this.rt, this.who, { episode_id: episode.id, score, source: 'user' });
    this.reward(episode, score);
  }

  async rollback(which: number, to: number): Promise<void> {
    const skillId = this.skillAt(which);
    const version = 1 + (to % this.model.skill(skillId).version);
    await rollbackSkill(this.rt, this.who, { skillId, version });
    this.model.rollback(skillId, this.now());
  }

  async retire(which: number, status: 'archived' | 'deprecated' | 'active'): Promise<void> {
    const id = this.skillAt(which);
    const where = { tenant: this.who.tenant, id };
    await clientOf(this.rt.db.read).skill.updateMany({ where, data: { status } });
    const { tenant } = this.who;
    const bump = { where: { tenant, agentId: 'default' }, data: { skills: { increment: 1 } } };
    await clientOf(this.rt.db.read).knowledgeRevision.updateMany(bump);
    this.model.skill(id).status = status;
  }

  async author(which: number): Promise<void> {
    const rules = [`Written by hand at step ${this.tick()}`];
    const name = WALKED_SKILLS[which % 3] ?? '';
    await authorSkill(this.rt, this.who, skillIn({ name, description: 'Roll out a container image', rules }));
    this.model.move(this.model.skill(this.skillAt(which)));
  }

  async curate(days: number): Promise<void> {
    this.rt.advance(days * DAY_MS);
    await curate(this.rt, this.who);
    this.model.expire(this.now());
  }

  /** The rows say what the model says. */
  async compare(): Promise<void> {
    const client = clientOf(this.rt.db.read);
    const where = { tenant: this.who.tenant };
    const [skills, changesets, experiments] = await Promise.all([
      client.skill.findMany({ where }),
      client.changeset.findMany({ where: { ...where, humanAuthored: false } }),
      client.experiment.findMany({ where }),
    ]);
    const skillOf = ({ id, version, status, uses }: ModelSkill) => ({ id, version, status, uses });
    const sorted = (lines: object[]) => lines.map((line) => JSON.stringify(line)).sort();
    const isOwn = ({ id }: { id: string }) => this.model.skills.has(id);
    const created = skills.filter((one) => !isOwn(one));
    expect(sorted(skills.filter(isOwn).map(skillOf))).toEqual(sorted([...this.model.skills.values()]));
    expect(created.map(({ name }) => name).sort()).toEqual([...this.model.created].sort());
    expect(sorted(changesets.map(({ id, status }) => ({ id, status })))).toEqual(
      sorted([...this.model.changes.values()].map(({ id, status }) => ({ id, status }))),
    );
    expect(
      sorted(
        experiments.map((row) => ({
          running: row.status === 'running',
          ...{ change: row.changesetId, skill: row.skillId },
          incumbent: [row.incumbentEvidence, row.incumbentReward],
          candidate: [row.candidateEvidence, row.candidateReward],
        })),
      ),
    ).toEqual(
      sorted([...this.model.ended, ...this.model.canaries.values()].map((canary) => this.rowOf(canary))),
    );
  }

  private rowOf(canary: ModelCanary): object {
    const { changeId, skillId, arms } = canary;
    return {
      running: this.model.canaries.get(skillId) === canary,
      change: changeId,
      skill: skillId,
      incumbent: [arms.incumbent.n, arms.incumbent.won],
      candidate: [arms.candidate.n, arms.candidate.won],
    };
  }

  private reward(episode: Episode, won: number): void {
    for (const { part, counts } of rewardSession(this.episodes, episode, won)) this.credit([part], counts);
  }

  private credit(parts: Part[], counts: { n: number; won: number }): void {
    for (const { canary, arm } of parts) {
      if (canary !== null && arm !== null) this.model.credit(canary, arm, counts, this.now());
    }
  }

  private skillAt(which: number): string {
    return this.ids[which % this.ids.length] ?? '';
  }

  private tick(): number {
    this.steps += 1;
    return this.steps;
  }

  private now(): number {
    return this.rt.clock().getTime();
  }
}

const outcomeBy = (won: number) => (won === 1 ? 'success' : 'failure');

function pick<T>(items: readonly T[], which: number): T | undefined {
  return items[which % Math.max(1, items.length)];
}
