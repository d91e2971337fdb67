/** Users' cards: composed from their preferences, kept beside the memories they are made of. */
export { getProfile } from './get-profile.ts';
export { type ChangedMemory, refreshProfile } from './refresh-profile.ts';
export { type ComposedCard, composedCards, rewordCard } from './reword-cards.ts';
