/** A wording that stays as it is. */
export function Standing({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap break-words pl-5 font-mono text-code text-quiet">{text}</p>;
}
