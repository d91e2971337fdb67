// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Shapes of API keys that no published table has, or has too narrowly, after the documents of those who issue them. The
 * other shapes are secretlint's (`scripts/generate-secret-shapes.mjs`).
 */

/** How a key begins, and what follows, both as patterns: each repeats one class of characters, a bounded number of times. */
export const SERVICE_KEYS: readonly (readonly [begins: string, rest: string])[] = [
  ['service_', '[\\w-]{43}(?![\\w-])'], // Whetstone itself: `KEY_PREFIX` and 32 random bytes in base64url
  ['AIza', '[\\w-]{35}'], // Google Cloud
  ['GOCSPX-', '[\\w-]{20,64}'], // Google OAuth client
  ['ya29\\.', '[\\w-]{20,2048}'], // Google OAuth access
  ['1//0', '[\\w-]{40,256}'], // Google OAuth refresh
  ['gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-', '[\\w-]{20,64}'], // GitLab
  ['pypi-', '[\\w-]{32,512}'],
  ['hf_', '[A-Za-z0-9]{30,64}'], // Hugging Face
  ['xai-', '[A-Za-z0-9]{40,128}'],
  ['pplx-', '[A-Za-z0-9]{32,64}'], // Perplexity
  ['nvapi-', '[\\w-]{60,70}'], // NVIDIA
  ['lsv2_(?:pt|sk)_', '[a-f0-9]{32}_[a-f0-9]{10}'], // LangSmith
  ['tvly-', '[\\w-]{32,64}'], // Tavily
  ['r8_', '[A-Za-z0-9]{30,64}'], // Replicate
  ['SG\\.', '[\\w-]{16,32}\\.[\\w-]{32,64}'], // SendGrid
  ['xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'], // Brevo
  ['re_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\\w)'], // Resend
  ['[a-f0-9]{32}-us', '\\d{1,2}(?![\\w-])'], // Mailchimp
  ['key-', '[a-f0-9]{32}'], // Mailgun
  ['do[opr]_v1_', '[a-f0-9]{64}'], // DigitalOcean
  ['HRKU-', '[\\w-]{36,64}'], // Heroku
  ['nfp_', '[A-Za-z0-9]{36}'], // Netlify
  ['fo1_', '[\\w-]{43}'], // Fly.io
  ['pul-', '[a-f0-9]{40}'], // Pulumi
  ['[A-Za-z0-9]{14}\\.atlasv1\\.', '[\\w-]{60,70}'], // Terraform Cloud
  ['hv[sbr]\\.', '[\\w-]{24,512}'], // Vault
  ['dp\\.(?:pt|st|ct|sa|scim|audit)\\.', '[\\w.-]{30,128}'], // Doppler
  ['sq0[a-z]{3}-', '[\\w-]{22,64}'], // Square
  ['whsec_', '[A-Za-z0-9+/=]{24,128}'], // Stripe, Svix
  ['lin_oauth_', '[A-Za-z0-9]{32,64}'], // Linear
  ['pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'], // Airtable
  ['[12]/\\d{16}', '(?:/\\d{16})?:[a-f0-9]{32}'], // Asana
  ['pat-(?:na|eu|ap)\\d-', '[a-f0-9]{8}-[a-f0-9-]{27}'], // HubSpot
  ['CFPAT-', '[\\w-]{43}'], // Contentful
  ['sl\\.', '[\\w.-]{120,2048}'], // Dropbox
  ['EAA', '[A-Za-z0-9]{80,512}'], // Facebook
  ['AKCp', '[A-Za-z0-9]{60,72}'], // Artifactory
  ['ATATT3', '[\\w=-]{100,512}'], // Atlassian
  ['ATBB', '[A-Za-z0-9]{32}(?![A-Za-z0-9])'], // Bitbucket
  ['NRAK-', '[A-Z0-9]{27}'], // New Relic
  ['dt0[a-z]\\d\\d\\.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'], // Dynatrace
  ['sntry[su]_', '[\\w+/=-]{40,512}'], // Sentry
  ['ph[xs]_', '[A-Za-z0-9]{40,64}'], // PostHog
  ['sbp_', '[a-f0-9]{40}'], // Supabase
  ['pscale_(?:tkn|pw|oauth)_', '[\\w.=-]{32,64}'], // PlanetScale
  ['PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'], // Postman
  ['rubygems_', '[a-f0-9]{48}'],
  ['SK', '[a-f0-9]{32}'], // Twilio
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{58}'],
  ['LTAI', '[A-Za-z0-9]{12,24}'], // Alibaba Cloud
  ['\\d{8,10}:AA', '[\\w-]{32,34}'], // Telegram bot
  ['[MNO][\\w-]{23,27}\\.', '[\\w-]{6}\\.[\\w-]{27,40}(?![\\w.-])'], // Discord bot
  ['discord(?:app)?\\.com/api/webhooks/', '\\d{17,20}/[\\w-]{60,80}'],
  ['IncomingWebhook/', '[a-f0-9]{32}/[a-f0-9-]{36}'], // Microsoft Teams
  ['[\\w~.-]{3}8Q~', '[\\w~.-]{31,34}'], // Microsoft Entra client secret
  ['(?<![\\w+/])[\\w+/]{33}\\+(?:ASb|AEh|ARm)', '[\\w+/]{5}[A-Za-z0-9]='], // Azure Service Bus, Event Hubs, Relay
  ['(?<![\\w+/])[\\w+/]{76}(?:APIM|ACDb|\\+ABa|\\+AMC|\\+ASt)', '[\\w+/]{5}[AQgw]=='], // Azure Storage, Cosmos DB, Batch, API Management
];
