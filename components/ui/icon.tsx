/** What the icons of `generated/icons.tsx` have in common. */
import type { FunctionComponent, SVGAttributes } from 'react';

export type Icon = FunctionComponent<SVGAttributes<SVGSVGElement>>;

/** In the colour of the text around it, and hidden from screen readers: what it says stands beside it. */
export function IconSvg(look: SVGAttributes<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...look}
    />
  );
}
