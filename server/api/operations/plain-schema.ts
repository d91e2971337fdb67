import type { ZodType } from 'zod';

interface Wrapped {
  def: { innerType?: ZodType & Wrapped };
}

/** The schema below optional, default and nullable wrappers. */
export function plainSchema(schema: ZodType): ZodType {
  let current = schema as ZodType & Wrapped;
  while (current.def.innerType !== undefined) current = current.def.innerType;
  return current;
}
