/** What memories rest on, kept beside their rows: recalls never read it. */
export { type AddedSupport, type CountedSupport, NO_SUPPORT, supportStore } from './store.ts';
