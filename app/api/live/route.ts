export { handleLive as GET } from '../../../server/api/dashboard/live-stream.ts';
