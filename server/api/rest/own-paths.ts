/** Which paths the gateway answers itself, every other one belongs to the dashboard; and which of them tell nothing of any tenant. */

const OWN = /^\/(v1|otlp|docs)(\/|$)|^\/(healthz|readyz|metrics|openapi\.json)$/;

/** Whether a path is one of the gateway's own, known or not. */
export function isOwnPath(path: string): boolean {
  return OWN.test(path);
}

const OPEN = /^\/(healthz|readyz|metrics|openapi\.json)$|^\/docs(\/|$)/;

/** Whether a path asks nobody for a credential, since all it tells is of the process or the interface. */
export function isOpenPath(path: string): boolean {
  return OPEN.test(path);
}
