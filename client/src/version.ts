/** The version of this package, which is that of the interface it was generated from. */
export const VERSION = '0.3.0';
