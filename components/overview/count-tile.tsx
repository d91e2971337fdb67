/** One number of the overview, with the word that says what it counts and, where something waits, what to do. */

interface Props {
  label: string;
  value: number;
  note?: string | undefined;
}

const whole = new Intl.NumberFormat('en');

export function CountTile({ label, value, note }: Props) {
  return (
    <div className="flex flex-col gap-1 border-line border-l pl-4">
      <dt className="text-quiet">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums leading-8">{whole.format(value)}</dd>
      {note === undefined ? null : <dd className="text-attention text-xs leading-4">{note}</dd>}
    </div>
  );
}
