/**
 * The kinds of configuration variable. Each knows how to read its text, what is allowed (said to the operator when
 * the text is wrong) and whether its value is a secret, so that no reader of a variable has to know any of that.
 */
import { z } from 'zod';
import { trustedProxies } from '../http/trusted-proxies.ts';

type Secrecy = 'nothing' | 'password' | 'whole';

/** One environment variable: its name, its default as text (or none), how it is read, and what may be said of it. */
export interface Variable<T> {
  name: string;
  fallback: T;
  read: z.ZodType<T, string>;
  allowed: string;
  /** What must never be shown: nothing, the password in a URL, or the whole value. */
  secret: Secrecy;
  about: string;
}

interface Options<T> {
  fallback: T;
  about: string;
}

function variable<T>(
  name: string,
  read: z.ZodType<T, string>,
  allowed: string,
  options: Options<T>,
  secret: Secrecy = 'nothing',
): Variable<T> {
  return { name, read, allowed, secret, ...options };
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A whole number from `min` to `max`, both included. */
export function integer(name: string, min: number, max: number, options: Options<number>): Variable<number> {
  const read = z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
  return variable(name, read, `a whole number from ${min} to ${max}`, options);
}

/** A decimal number from `min` to `max`, both included. */
export function decimal(name: string, min: number, max: number, options: Options<number>): Variable<number> {
  const read = z.string().regex(DECIMAL).transform(Number).pipe(z.number().min(min).max(max));
  return variable(name, read, `a number from ${min} to ${max}`, options);
}

/** `true` or `false`; also `1`, `0`, `yes`, `no`, `on`, `off`, in any case. */
export function flag(name: string, options: Options<boolean>): Variable<boolean> {
  const read = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] });
  return variable(name, read, 'true or false', options);
}

/** One of a fixed set of words. */
export function choice<const T extends string>(
  name: string,
  words: readonly [T, ...T[]],
  options: Options<T>,
): Variable<T> {
  return variable(name, z.enum(words) as z.ZodType<T, string>, words.join(', '), options);
}

/** Any text, or null where unset. */
export function text(name: string, about: string): Variable<string | null> {
  return variable<string | null>(name, z.string(), 'text', { fallback: null, about });
}

/** A secret of at least `min` characters, or null where unset. It is masked wherever configuration is shown. */
export function secret(name: string, min: number, about: string): Variable<string | null> {
  const allowed = `at least ${min} characters, none of them white space`;
  const read = z.string().min(min).regex(/^\S+$/);
  return variable<string | null>(name, read, allowed, { fallback: null, about }, 'whole');
}

/** An absolute http or https address, or null where unset. */
export function address(name: string, about: string): Variable<string | null> {
  const read = z.url({ protocol: /^https?$/ });
  return variable<string | null>(name, read, 'an absolute http or https URL', { fallback: null, about });
}

/** Text that matches a pattern; `allowed` says the pattern in words. Where `masked` it is a URL with a password in it. */
export function pattern(
  name: string,
  regex: RegExp,
  allowed: string,
  options: Options<string> & { masked?: boolean },
): Variable<string> {
  const { masked = false, ...rest } = options;
  return variable(name, z.string().regex(regex), allowed, rest, masked ? 'password' : 'nothing');
}

/** A JSON array of texts. */
export function list(name: string, options: Options<string[]>): Variable<string[]> {
  const read = z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.array(z.string().min(1)));
  return variable(name, read as z.ZodType<string[], string>, 'a JSON array of strings', options);
}

/** A list of peers, kept as text; {@link trustedProxies} reads it where it is used. */
export function proxies(name: string, options: Options<string>): Variable<string> {
  const read = z.string().refine(isProxyList);
  return variable(name, read, 'IP addresses or CIDR blocks, comma-separated, or * alone', options);
}

function isProxyList(value: string): boolean {
  try {
    trustedProxies(value);
    return true;
  } catch {
    return false;
  }
}
