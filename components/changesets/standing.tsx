/** A wording that stays as it is. */
import { LearnedText } from '../ui/learned-text.tsx';

export function Standing({ text }: { text: string }) {
  return (
    <LearnedText
      as="p"
      text={text}
      className="whitespace-pre-wrap break-words pl-5 font-mono text-code text-quiet"
    />
  );
}
