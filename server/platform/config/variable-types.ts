/**
 * The types of configuration variable, as zod schemas that read the variable's text. Each is registered with
 * what an operator is told about it: its name, what is allowed, and whether its value may be shown.
 */
import { z } from 'zod';
import { trustedProxies } from '../http/trusted-proxies.ts';

/** What is known of a variable beside its schema. */
interface VariableFacts {
  name: string;
  about: string;
  /** What is allowed, in words. */
  allowed: string;
  /** What must never be shown: the password in a URL, or the whole value. */
  secret?: 'password' | 'whole';
  /** Whether empty text is a value, not the same as unset. */
  keepsEmpty?: true;
}

export const variableFacts = z.registry<VariableFacts>();

/** Settings that are read together, frozen. */
export const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).readonly();

interface Options<T> {
  fallback: T;
  about: string;
}

/** A whole number from `min` to `max`, both included. */
export function integer(name: string, min: number, max: number, { fallback, about }: Options<number>) {
  return wholeNumber(min, max)
    .default(fallback)
    .register(variableFacts, { name, about, allowed: wholeNumbers(min, max) });
}

/** As {@link integer}, or null where unset: its default depends on other variables. */
export function optionalInteger(name: string, min: number, max: number, about: string) {
  return wholeNumber(min, max)
    .nullable()
    .default(null)
    .register(variableFacts, { name, about, allowed: wholeNumbers(min, max) });
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const wholeNumbers = (min: number, max: number) => `a whole number from ${min} to ${max}`;

/** A decimal number from `min` to `max`, both included. */
export function decimal(name: string, min: number, max: number, { fallback, about }: Options<number>) {
  const read = z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
  const allowed = `a number from ${min} to ${max}`;
  return read.default(fallback).register(variableFacts, { name, about, allowed });
}

/** `true` or `false`; also `1`, `0`, `yes`, `no`, `on`, `off`, in any case. */
export function flag(name: string, { fallback, about }: Options<boolean>) {
  const read = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] });
  return read.default(fallback).register(variableFacts, { name, about, allowed: 'true or false' });
}

/** One of a fixed set of words. */
export function choice<const T extends string>(
  name: string,
  words: readonly [T, ...T[]],
  { fallback, about }: Options<NoInfer<T>>,
) {
  const read = z.literal(words).default(() => fallback);
  variableFacts.add(read, { name, about, allowed: words.join(', ') });
  return read;
}

/** Any text, or null where unset. */
export function text(name: string, about: string) {
  return z.string().nullable().default(null).register(variableFacts, { name, about, allowed: 'text' });
}

/**
 * A secret of at least `min` characters, or null where unset. It is masked where configuration is shown.
 * `advice` is told beside what is allowed.
 */
export function secret(name: string, min: number, about: string, advice = '') {
  const read = z.string().min(min).regex(/^\S+$/).nullable();
  const allowed = `at least ${min} characters, none of them white space${advice}`;
  return read.default(null).register(variableFacts, { name, about, allowed, secret: 'whole' });
}

/** An absolute http or https address, or null where unset. */
export function address(name: string, about: string) {
  const read = z.url({ protocol: /^https?$/ }).nullable();
  return read
    .default(null)
    .register(variableFacts, { name, about, allowed: 'an absolute http or https URL' });
}

/** Text that matches a pattern; `allowed` says the pattern in words. */
export function pattern(
  name: string,
  regex: RegExp,
  { fallback, ...facts }: Options<string> & Pick<VariableFacts, 'allowed' | 'secret' | 'keepsEmpty'>,
) {
  return z
    .string()
    .regex(regex)
    .default(fallback)
    .register(variableFacts, { name, ...facts });
}

/** As {@link pattern}, or null where unset. */
export function optionalPattern(name: string, regex: RegExp, facts: Omit<VariableFacts, 'name'>) {
  return z
    .string()
    .regex(regex)
    .nullable()
    .default(null)
    .register(variableFacts, { name, ...facts });
}

/** A JSON object, empty where unset. */
export function jsonObject<T extends Record<string, unknown>>(
  name: string,
  values: z.ZodType<T>,
  facts: Omit<VariableFacts, 'name' | 'allowed'>,
) {
  const read = z.string().transform(parseJson).pipe(values);
  return read.prefault('{}').register(variableFacts, { name, allowed: 'a JSON object', ...facts });
}

function parseJson(value: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
}

/** A JSON array of texts. */
export function list(name: string, { fallback, about }: Options<string[]>) {
  const read = z
    .string()
    .transform(parseJson)
    .pipe(z.array(z.string().min(1)));
  return read.default(fallback).register(variableFacts, { name, about, allowed: 'a JSON array of strings' });
}

/** A list of peers, kept as text; {@link trustedProxies} reads it where it is used. */
export function proxies(name: string, { fallback, about }: Options<string>) {
  const allowed = 'IP addresses or CIDR blocks, comma-separated, or * alone';
  return z.string().refine(isProxyList).default(fallback).register(variableFacts, { name, about, allowed });
}

function isProxyList(value: string): boolean {
  try {
    trustedProxies(value);
    return true;
  } catch {
    return false;
  }
}
