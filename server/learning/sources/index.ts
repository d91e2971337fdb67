/** Which texts teach an agent by policy, and what people say about its tools. */
export { readTrust } from './read-trust.ts';
export { sourceStore } from './store.ts';
