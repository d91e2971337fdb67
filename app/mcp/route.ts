export {
  handleMcpFetch as DELETE,
  handleMcpFetch as GET,
  handleMcpFetch as OPTIONS,
  handleMcpFetch as POST,
  handleMcpFetch as PUT,
} from '../../server/api/mcp/handler.ts';
