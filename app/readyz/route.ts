export { handleFetch as GET } from '../../server/api/rest/fetch-door.ts';
