/** The table of REST routes, built once from the operations and matched on decoded path segments. */
import type { AnyTRPCProcedure } from '@trpc/server';
import { ZodObject, ZodType } from 'zod';
import type { Principal } from '../../domain/principal.ts';
import { splitTarget } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { OperationMeta, RestMeta } from '../operations/operation.ts';

/** One operation: how its path is matched and how it is called. */
export interface Route {
  name: string;
  method: string;
  template: string;
  /** The path of one without parameters. */
  literal: string | null;
  segments: Segment[];
  rest: RestMeta;
  /** The schema of everything that the operation takes, from path, query, headers and body. */
  input: ZodObject;
  output: ZodType;
  /** Does what the operation does with an input that was parsed. */
  resolve(call: ResolvedCall): unknown;
}

interface ResolvedCall {
  ctx: { runtime: Runtime; principal: Principal };
  input: unknown;
}

/** What tRPC knows of a procedure, as far as it is used here. */
interface Definition {
  meta?: unknown;
  middlewares?: unknown[];
  inputs?: unknown[];
  output?: unknown;
  resolver?: Route['resolve'];
}

/** Permission, input, output and resolver. Others would not be asked over REST. */
const MIDDLEWARES = 4;

interface Segment {
  text: string;
  parameter: boolean;
}

/** A request's target, looked up: the route, and what path and query hold. */
export interface Match {
  route: Route;
  /** The decoded path parameters. */
  parameters: Record<string, string>;
  path: string;
  query: URLSearchParams;
}

/** Every declared operation as a route, literal paths before those with parameters. */
export function buildRoutes(procedures: Record<string, AnyTRPCProcedure>): Route[] {
  const routes = Object.entries(procedures).map(([name, procedure]) => buildRoute(name, procedure));
  const countParameters = (route: Route) => route.segments.filter(({ parameter }) => parameter).length;
  return routes.sort((a, b) => countParameters(a) - countParameters(b));
}

function buildRoute(name: string, procedure: AnyTRPCProcedure): Route {
  const { meta, inputs, output, middlewares, resolver: resolve } = procedure._def as Definition;
  const { openapi, rest } = meta as OperationMeta;
  const input = inputs?.[0];
  if (openapi === undefined || rest === undefined || !(input instanceof ZodObject))
    throw new Error(`operation ${name} has no REST declaration or no input`);
  if (!(output instanceof ZodType) || resolve === undefined || middlewares?.length !== MIDDLEWARES)
    throw new Error(`operation ${name} has no output, no resolver or middlewares of its own`);
  const segments = parseTemplate(openapi.path);
  return {
    name,
    method: openapi.method,
    template: openapi.path,
    literal: segments.some(({ parameter }) => parameter) ? null : openapi.path,
    segments,
    rest,
    input,
    output,
    resolve,
  };
}

function parseTemplate(template: string): Segment[] {
  return template
    .slice(1)
    .split('/')
    .map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      return name === undefined ? { text, parameter: false } : { text: name, parameter: true };
    });
}

function decodeSegments(path: string): string[] | null {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

function matchRoute(route: Route, segments: string[]): Record<string, string> | null {
  if (route.segments.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, { text, parameter }] of route.segments.entries()) {
    const value = segments[index] ?? '';
    if (parameter && value !== '') parameters[text] = value;
    else if (value !== text) return null;
  }
  return parameters;
}

/**
 * The route of a method and target; the methods that its path does allow where the method is wrong; or null
 * where no route has the path (a malformed escape included).
 */
export function findRoute(
  routes: Route[],
  method: string,
  target: string,
): Match | { allow: string[] } | null {
  const { path, query } = splitTarget(target);
  const route = routes.find(({ literal, method: own }) => literal === path && own === method);
  if (route !== undefined) return { route, parameters: {}, path, query: new URLSearchParams(query) };
  const segments = decodeSegments(path);
  if (segments === null) return null;
  const allow = new Set<string>();
  for (const route of routes) {
    const parameters = matchRoute(route, segments);
    if (parameters === null) continue;
    if (route.method === method) return { route, parameters, path, query: new URLSearchParams(query) };
    allow.add(route.method);
  }
  return allow.size === 0 ? null : { allow: [...allow] };
}
