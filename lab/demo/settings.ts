/**
 * The gateway's settings in the demonstration: months of traffic pressed into minutes, by configuration
 * alone.
 */

/** What a canary needs of each arm; a proposal for a skill that was used less waits. */
export const CANARY_MIN_SAMPLES = 12;

type Settings = Record<string, string>;

/** A learning model, as its variables name it. */
export function modelSettings(url: string): Settings {
  return {
    SERVICE_LLM_PROVIDER: 'openai',
    SERVICE_LLM_BASE_URL: url,
    SERVICE_LLM_API_KEY: 'stand-in',
    SERVICE_LLM_MODEL: 'stand-in',
  };
}

/** Everything else: which of the defaults are pressed together, and why. */
export const PRESSED: Settings = {
  SERVICE_ENV: 'dev',
  SERVICE_HOST: '127.0.0.1',
  // A fleet behind one address.
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_DAILY_TOKEN_BUDGET: '0',
  // A twentieth of the sessions would take hours to say anything.
  SERVICE_HOLDOUT_RATE: '0.2',
  // There is no quiet time here.
  SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  // Library upkeep is not what is shown.
  SERVICE_CURATE_DAILY: 'false',
  SERVICE_CURATE_EVERY_N_EPISODES: '1000000',
  // Fewer runs decide, because the planted effects are large; the bound on false promotions stays 5 %.
  SERVICE_CANARY_RULE: 'calibrated',
  SERVICE_CANARY_FLOOR: '0.25',
  SERVICE_CANARY_MIN_SAMPLES: String(CANARY_MIN_SAMPLES),
  SERVICE_CANARY_MAX_SAMPLES: '100',
};
