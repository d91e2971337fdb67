import { LearnedText } from '../text/learned-text.tsx';

/** Why an action was refused, in the place where it was asked for: "Not saved: …". Nothing without a `text`. */
export function Refused({ saying, text }: { saying: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="text-danger text-table">
      {saying} <LearnedText text={text} />
    </p>
  );
}
