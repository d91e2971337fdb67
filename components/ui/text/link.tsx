import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link that fetches nothing ahead: a page of rows would ask the gateway once for each. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
