/** Which paths the gateway answers itself; every other one belongs to the dashboard. */

const OWN = /^\/(v1|otlp|docs)(\/|$)|^\/(healthz|readyz|metrics|openapi\.json)$/;

/** Whether a path is one of the gateway's own, known or not. */
export function isOwnPath(path: string): boolean {
  return OWN.test(path);
}
