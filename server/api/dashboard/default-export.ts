/** The default export of a CommonJS package: Node gives all that such a package exports, a bundler the default of it. */
export function defaultExport<T>(imported: T): T {
  const all = imported as { default?: T };
  return all.default ?? imported;
}
