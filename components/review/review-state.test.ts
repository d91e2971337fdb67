import { describe, expect, it } from 'vitest';
import { readUrlState } from '../url/use-url-state.ts';
import { listOf, ordersOf, PAGE_STATE, pageOf, REVIEW_STATE, shownIn } from './review-state.ts';

const state = readUrlState(REVIEW_STATE, new URLSearchParams('tab=all&risk=high&text=a%26b&id=cs_1'));
const partsOf = (address: string) => {
  const { pathname, search, searchParams } = new URL(address, 'http://gateway');
  return { pathname, search, searchParams };
};

describe('the addresses of going through the queue', () => {
  it('carry the queue to a changeset’s own page, which knows that the queue led there', () => {
    const page = partsOf(pageOf('cs_2', state, 'bot'));
    expect(readUrlState(PAGE_STATE, page.searchParams)).toEqual({ ...state, id: '', from: 'queue' });
    expect(page.searchParams.get('agent')).toBe('bot');
    expect(shownIn(page)).toBe('cs_2');
  });

  it('lead back to the same list with the changeset marked', () => {
    const list = partsOf(listOf('cs_2', state, null));
    expect(list.pathname).toBe('/review');
    expect(readUrlState(REVIEW_STATE, list.searchParams)).toEqual({ ...state, id: 'cs_2' });
    expect(list.searchParams.has('agent')).toBe(false);
    expect(shownIn(list)).toBe('cs_2');
  });

  it('show no changeset where none is named', () => {
    expect(shownIn({ pathname: '/review', search: '?tab=all' })).toBeNull();
    expect(shownIn({ pathname: '/changesets/cs%3A1', search: '?id=cs_2' })).toBe('cs:1');
  });
});

describe('the orders of a tab', () => {
  it('leave the one that suits it out of the address, and offer the time of decision where there is one', () => {
    const offered = (tab: Parameters<typeof ordersOf>[0]) => ordersOf(tab).map(({ value }) => value);
    expect(offered('pending')).toEqual(['', 'age', 'newest', 'risk', 'eval', 'skill']);
    expect(offered('decided')).toEqual(['urgency', 'age', 'newest', 'risk', 'eval', 'skill', '']);
  });
});
