/** Filters of the review queue that people keep under a name. */
export { listFilters, MOST_FILTERS, removeFilter, saveFilter } from './save-filter.ts';
