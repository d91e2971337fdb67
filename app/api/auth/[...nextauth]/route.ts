export { handleSignIn as GET, handleSignIn as POST } from '../../../../server/api/dashboard/sign-in.ts';
