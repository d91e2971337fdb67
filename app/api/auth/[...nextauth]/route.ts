export { handleSignIn as GET, handleSignIn as POST } from '../../../../server/dashboard/sign-in.ts';
