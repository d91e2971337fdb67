/** Feedback on recorded runs. */
export { giveFeedback } from './give-feedback.ts';
