/** Joins class names; of two that set the same thing the later one wins, so that a caller can override. */
import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const SIZES = ['caption', 'table', 'body', 'heading', 'title', 'code'];
const merge = extendTailwindMerge({ extend: { classGroups: { 'font-size': [{ text: SIZES }] } } });

export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
