/** A small world with known truth: what agents are asked, what a task really needs, and what its runs say. */
export { rulesServed, run, type TaskAssignment } from './run.ts';
export {
  expectedSuccess,
  type Kind,
  makeWorld,
  type Part,
  pick,
  toolsForbidden,
  toolsTold,
  type World,
} from './world.ts';
