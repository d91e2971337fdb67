export { handleFetch as GET } from '../../server/rest/fetch-door.ts';
