/** What measuring a skill costs and shows, in words. Pure. */
import {
  forecastMeasurement,
  type MeasurementPlan,
} from '../../../server/domain/measurement/measure-skill.ts';
import type { Outputs } from '../../api/trpc.ts';
import { NO_ESTIMATE } from '../../charts/when-known-text.ts';
import { counted } from '../../ui/text/counted.ts';

export type Measurement = Outputs['skills']['measurement'];

/** "About 40 of 400 sessions in 14 days go without this skill. A difference of 17 points would show." */
export function measurementText(
  { traffic: recent }: Pick<Measurement, 'traffic'>,
  plan: MeasurementPlan,
): string {
  if (recent === null) return NO_ESTIMATE;
  const { sessions: evidence, days, success } = recent;
  const traffic = { evidence, reward: evidence * success, days };
  const { sessions, without, findable } = forecastMeasurement(traffic, plan);
  const count = (some: number) => Math.round(some).toLocaleString('en');
  const cost = `About ${count(without)} of ${count(sessions)} sessions in ${plan.days} days go without this skill.`;
  if (findable === null) return `${cost} That is too few to show a difference. (Estimate.)`;
  const points = Math.max(1, Math.round(findable * 100));
  return `${cost} A difference of ${counted(points, 'point')} would show. (Estimate.)`;
}

/** "10 % of its sessions go without it"; null where it is not measured by itself. */
export function shareWords({ state, share }: Pick<Measurement, 'state' | 'share'>): string | null {
  if (state === 'never' || share === null) return null;
  const part = `${Math.round(share * 100)} % of its sessions`;
  return state === 'running' ? `${part} go without it until` : `${part} went without it until`;
}
