export {
  handleFetch as DELETE,
  handleFetch as GET,
  handleFetch as HEAD,
  handleFetch as OPTIONS,
  handleFetch as PATCH,
  handleFetch as POST,
  handleFetch as PUT,
} from '../../../server/api/rest/handler.ts';
