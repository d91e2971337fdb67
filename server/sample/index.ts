/** A world of made-up agents, to look at and to try decisions on. */
export { isSampleLoaded, isSampleWorld, loadSampleWorld, removeSampleWorld } from './sample-world.ts';
