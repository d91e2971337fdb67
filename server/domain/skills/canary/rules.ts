/** The rules that may decide a canary. */
export const CANARY_RULES = ['posterior', 'calibrated'] as const;
export type CanaryRule = (typeof CANARY_RULES)[number];

/**
 * What each rule makes of changes that are no better, where a person chooses one: as `npm run simulate` finds it at
 * the default settings.
 */
export const RULE_NOTES: { readonly [rule in CanaryRule]: string } = {
  posterior:
    'Applies 15 to 25 % of changes that are no better, because it looks after every run; about half of them where success rises or failures are reported late.',
  calibrated:
    'Applies at most about 5 % of changes that are no better. Serves a change to at most half of the sessions and takes about twice as many of them.',
};
