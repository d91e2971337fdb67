/** The table of REST routes, made once from the operations' declarations and matched on decoded path segments. */
import type { AnyTRPCProcedure } from '@trpc/server';
import { targetPath } from '../../platform/http/message.ts';
import type { OperationMeta, RestMeta } from '../operations/operation.ts';

/** One operation's place: how its path is matched and how it is called. */
export interface Route {
  name: string;
  method: string;
  template: string;
  segments: Segment[];
  rest: RestMeta;
  procedure: AnyTRPCProcedure;
}

interface Segment {
  text: string;
  parameter: boolean;
}

/** A route with its decoded path parameters. */
export interface Match {
  route: Route;
  parameters: Record<string, string>;
}

/** Every declared operation as a route, literal paths before those with parameters. */
export function routesOf(procedures: Record<string, AnyTRPCProcedure>): Route[] {
  const routes = Object.entries(procedures).map(([name, procedure]) => routeOf(name, procedure));
  const openness = (route: Route) => route.segments.filter(({ parameter }) => parameter).length;
  return routes.sort((a, b) => openness(a) - openness(b));
}

function routeOf(name: string, procedure: AnyTRPCProcedure): Route {
  const { openapi, rest } = procedure._def.meta as OperationMeta;
  if (openapi === undefined || rest === undefined)
    throw new Error(`operation ${name} has no REST declaration`);
  return {
    name,
    method: openapi.method,
    template: openapi.path,
    segments: segmentsOf(openapi.path),
    rest,
    procedure,
  };
}

function segmentsOf(template: string): Segment[] {
  return template
    .slice(1)
    .split('/')
    .map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      return name === undefined ? { text, parameter: false } : { text: name, parameter: true };
    });
}

function decodedSegments(target: string): string[] | null {
  try {
    return targetPath(target).slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

function matchRoute(route: Route, path: string[]): Record<string, string> | null {
  if (route.segments.length !== path.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, { text, parameter }] of route.segments.entries()) {
    const value = path[index] ?? '';
    if (parameter && value !== '') parameters[text] = value;
    else if (value !== text) return null;
  }
  return parameters;
}

/**
 * The route of a method and target; the methods that its path does allow where the method is wrong; or null where
 * no route has the path (a malformed escape included).
 */
export function findRoute(
  routes: Route[],
  method: string,
  target: string,
): Match | { allow: string[] } | null {
  const path = decodedSegments(target);
  if (path === null) return null;
  const allow = new Set<string>();
  for (const route of routes) {
    const parameters = matchRoute(route, path);
    if (parameters === null) continue;
    if (route.method === method) return { route, parameters };
    allow.add(route.method);
  }
  return allow.size === 0 ? null : { allow: [...allow] };
}
