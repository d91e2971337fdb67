/** Users' cards: composed from their preferences, kept beside the memories they are made of. */
export {
  type ChangedMemory,
  type ComposedCard,
  composedCards,
  getProfile,
  refreshProfile,
  rewordCard,
} from './profiles.ts';
