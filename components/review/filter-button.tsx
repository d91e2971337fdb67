/** The button of the queue's filters, the same before and after what it opens is loaded: it says how many are set. */
'use client';

import { ListFilter } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { filtersSet } from './review-state.ts';
import type { Review } from './use-review.ts';

export function FilterButton({ state, ...rest }: ButtonProps & Pick<Review, 'state'>) {
  const set = filtersSet({ ...state, text: '' });
  return (
    <Button aria-haspopup="dialog" aria-expanded={false} {...rest}>
      <ListFilter aria-hidden="true" />
      {set === 0 ? 'Filter' : `Filter (${set})`}
    </Button>
  );
}
