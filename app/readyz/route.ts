export { handleFetch as GET } from '../../server/api/rest/handler.ts';
