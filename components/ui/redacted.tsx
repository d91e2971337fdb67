/** Learned text in which redaction labels (`[EMAIL]`) show as chips. The text is text: never read as HTML. */
import { EyeOff } from 'lucide-react';
import { LearnedText } from './learned-text.tsx';

const LABEL = /(\[(?:API_KEY|CARD|EMAIL|IBAN|PHONE|SSN|SECRET|TOKEN|PASSWORD|PRIVATE_KEY)\])/;

export function RedactedText({ text }: { text: string }) {
  let offset = 0;
  return text.split(LABEL).map((part) => {
    offset += part.length + 1;
    if (!LABEL.test(part)) return <LearnedText key={offset} text={part} />;
    return (
      <span
        key={offset}
        className="mx-0.5 inline-flex items-center gap-1 rounded-sm bg-sunken px-1 font-sans text-caption text-quiet ring-1 ring-line ring-inset"
      >
        <EyeOff aria-hidden="true" className="size-3" />
        redacted: {part.slice(1, -1).toLowerCase().replace('_', ' ')}
      </span>
    );
  });
}
