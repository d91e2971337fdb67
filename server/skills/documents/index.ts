export { readBody, readDocument } from './read-document.ts';
