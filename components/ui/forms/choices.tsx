'use client';

/** One of few that stand beside each other. */
import { Button } from './button.tsx';

interface ChoicesProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function Choices<const Value extends string>(props: ChoicesProps<Value>) {
  const { legend, value, options, onChange } = props;
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          size="small"
          variant={value === option.value ? 'secondary' : 'quiet'}
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}
