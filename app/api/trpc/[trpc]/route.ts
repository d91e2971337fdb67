export { handleTrpc as GET, handleTrpc as POST } from '../../../../server/trpc/fetch-door.ts';
