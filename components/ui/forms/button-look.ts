/** The looks of a button, also for links that look like one. */
import { cva, type VariantProps } from 'class-variance-authority';

export const buttonLook = cva(
  [
    'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium',
    'transition-colors duration-120 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    '[&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary:
          'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-faint disabled:ring-1 disabled:ring-line disabled:ring-inset',
        secondary:
          'bg-surface text-ink ring-1 ring-edge/60 ring-inset hover:bg-sunken disabled:text-faint disabled:ring-line',
        quiet: 'text-quiet hover:bg-sunken hover:text-ink disabled:text-faint disabled:hover:bg-transparent',
        danger:
          'bg-danger text-on-danger hover:bg-danger-strong disabled:bg-sunken disabled:text-faint disabled:ring-1 disabled:ring-line disabled:ring-inset',
        'danger-quiet':
          'text-danger ring-1 ring-danger/45 ring-inset hover:bg-danger-soft disabled:text-faint disabled:ring-line',
      },
      size: {
        small: 'h-7 px-2 text-caption',
        medium: 'h-8 px-3 text-table',
        large: 'h-10 px-4 text-body',
        icon: 'size-8 p-0',
        'icon-small': 'size-7 p-0',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
);

export type ButtonLook = VariantProps<typeof buttonLook>;
