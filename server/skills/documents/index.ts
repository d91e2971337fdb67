export { exportDocument, readBody, readDocument } from './read-document.ts';
