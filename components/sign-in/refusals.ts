/** The reasons for a refused sign-in, in words. */

interface Refusal {
  title: string;
  detail: string;
}

/** What to say for a code of the server; `claim` is the claim that names the tenant. */
export function refusalOf(code: string, claim: string): Refusal {
  switch (code) {
    case 'invalid_key':
      return {
        title: 'This key is not valid',
        detail: 'It is mistyped, was revoked, or belongs to another gateway.',
      };
    case 'too_many_attempts':
      return {
        title: 'Too many failed attempts',
        detail: 'Wait a minute before the next one.',
      };
    case 'invalid_tenant':
      return {
        title: 'This is not a tenant’s name',
        detail: 'The operator’s key needs the tenant to act in, such as “acme”.',
      };
    case 'no_scopes':
      return {
        title: 'Signed in, but without any scope',
        detail: 'The key or account has none of learn, review and admin. Ask an administrator to grant one.',
      };
    case 'no_tenant_claim':
      return {
        title: 'Your account names no tenant',
        detail: `The provider’s token has no usable “${claim}” claim. Ask its administrator to add it.`,
      };
    case 'no_subject':
      return { title: 'The provider did not say who you are', detail: 'Its token has no subject.' };
    default:
      return {
        title: 'Signing in did not work',
        detail: 'Try again; if it stays so, look at the gateway’s log.',
      };
  }
}
