/** A figure in tabular numerals. */
const plain = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface NumeralProps {
  value: number;
  /** `count` in full, `short` for large ones (the whole on hover), `percent` of a share 0–1, `score` 0–1 with two decimals. */
  as?: 'count' | 'short' | 'percent' | 'score';
  digits?: number;
}

function write(value: number, as: NumeralProps['as'], digits: number): string {
  if (as === 'percent') return `${(value * 100).toFixed(digits)} %`;
  if (as === 'score') return value.toFixed(2);
  return as === 'short' ? short.format(value) : plain.format(value);
}

export function Numeral({ value, as = 'count', digits = 0 }: NumeralProps) {
  return (
    <span className="tabular-nums" {...(as === 'short' ? { title: plain.format(value) } : {})}>
      {write(value, as, digits)}
    </span>
  );
}
