/**
 * The vectors of skills and memories: made by jobs when texts or the model change, kept as long as their
 * texts.
 */
export { embedKnowledge, enqueueLacking, findServedSpace, followServedSpace } from './embed-knowledge.ts';
export { noteMemoryText, noteSkillText } from './note-text.ts';
