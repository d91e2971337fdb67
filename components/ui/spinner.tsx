/** Says by itself that something runs; the words stand beside it or in the button it covers. */
import { LoaderCircle } from 'lucide-react';

export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />;
}
