export { handleTrpc as GET, handleTrpc as POST } from '../../../../server/api/trpc/handler.ts';
