import type { ReactNode } from 'react';
import { refusalText } from '../../api/refusal.ts';
import { LearnedText } from '../text/learned-text.tsx';

/** What is wrong, in the place where something was asked for. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-danger text-table">
      {children}
    </p>
  );
}

interface RefusedProps {
  /** What did not happen: "Not saved." */
  saying: string;
  error: unknown;
  /** The words for the fields that the server may object to. */
  names?: Readonly<Record<string, string>>;
}

/** Why an action was refused: "Not saved. …". Nothing where `error` is null. */
export function Refused({ saying, error, names }: RefusedProps) {
  if (error === null) return null;
  return (
    <Alert>
      {saying} <LearnedText text={refusalText(error, names)} />
    </Alert>
  );
}
