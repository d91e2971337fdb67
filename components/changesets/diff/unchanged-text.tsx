import { LearnedText } from '../../ui/text/learned-text.tsx';

/** A wording that stays as it is. */
export function UnchangedText({ text }: { text: string }) {
  return (
    <LearnedText
      as="p"
      text={text}
      className="whitespace-pre-wrap break-words pl-5 font-mono text-code text-quiet"
    />
  );
}
