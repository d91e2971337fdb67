export { handleLive as GET } from '../../../server/dashboard/live-door.ts';
