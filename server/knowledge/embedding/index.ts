/**
 * The vectors of skills and memories: made by jobs when texts or the model change, kept as long as their
 * texts.
 */
export { embedKnowledge, enqueueLacking } from './embed-knowledge.ts';
export { findServedSpace, followServedSpace } from './follow-space.ts';
export { noteMemoryText, noteSkillText } from './note-text.ts';
