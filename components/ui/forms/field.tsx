'use client';

/** Form controls with their label, hint and error tied together for assistive technology. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { inWords, type Piece, piecesOf } from '../text/hidden-marks.ts';
import { Learned, Pieces } from '../text/learned-text.tsx';

const BOX =
  'w-full rounded-md bg-surface text-body ring-1 ring-edge ring-inset placeholder:text-faint disabled:bg-sunken disabled:text-faint disabled:ring-line aria-invalid:ring-2 aria-invalid:ring-danger';

interface FieldProps {
  label: ReactNode;
  /** Shows the label to screen readers only, as in filter bars. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value. */
  invalid?: string | null | undefined;
}

/** What is typed has to be itself, so its hidden characters are marked below it. */
function HiddenIn({ id, pieces }: { id: string; pieces: readonly Piece[] }) {
  return (
    <p id={id} className="text-caption text-attention">
      Hidden in the text: <Pieces pieces={pieces} />
    </p>
  );
}

function hiddenIn(value: unknown): Piece[] {
  const marked = typeof value === 'string' ? piecesOf(value).filter(({ mark }) => mark !== null) : [];
  return [...new Map(marked.map((piece) => [piece.mark?.name, piece])).values()];
}

interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

function Field(
  props: FieldProps & {
    className?: string | undefined;
    /** What is typed. */
    typed?: unknown;
    children: (ids: Described) => ReactNode;
  },
) {
  const { label, hideLabel = false, hint, invalid, className, typed, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hiddenId = `${id}-hidden`;
  const note = invalid ?? hint ?? null;
  const hidden = hiddenIn(typed);
  const described = [note === null ? [] : [noteId], hidden.length === 0 ? [] : [hiddenId]].flat();
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-table'}>
        <Learned>{label}</Learned>
      </label>
      {children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': invalid ? true : undefined,
      })}
      {hidden.length === 0 ? null : <HiddenIn id={hiddenId} pieces={hidden} />}
      {note === null ? null : (
        <p id={noteId} className={cn('text-caption', invalid ? 'text-danger' : 'text-quiet')}>
          <Learned>{note}</Learned>
        </p>
      )}
    </div>
  );
}

export function Input({
  label,
  hideLabel,
  hint,
  invalid,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      invalid={invalid}
      className={className}
      typed={rest.value}
    >
      {(ids) => <input dir="auto" {...rest} {...ids} className={cn(BOX, 'h-8 px-2.5')} />}
    </Field>
  );
}

export function Textarea(props: FieldProps & ComponentProps<'textarea'> & { mono?: boolean }) {
  const { label, hideLabel, hint, invalid, className, mono = false, ...rest } = props;
  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      invalid={invalid}
      className={className}
      typed={rest.value}
    >
      {(ids) => (
        <textarea
          rows={3}
          dir="auto"
          {...rest}
          {...ids}
          className={cn(
            BOX,
            'field-sizing-content max-h-96 min-h-16 px-2.5 py-1.5',
            mono && 'font-mono text-code',
          )}
        />
      )}
    </Field>
  );
}

interface SelectProps<Value extends string>
  extends FieldProps,
    Omit<ComponentProps<'select'>, 'children' | 'onChange'> {
  options: readonly { value: Value; label: string }[];
  onValueChange: (value: Value) => void;
}

/** The browser's own select: best on phones and with screen readers. */
export function Select<const Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, invalid, className, options, onValueChange, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel ?? false} hint={hint} invalid={invalid} className={className}>
      {(ids) => (
        <span className="relative block">
          <select
            {...rest}
            {...ids}
            onChange={(event) => onValueChange(event.target.value as Value)}
            className={cn(BOX, 'h-8 appearance-none truncate pr-7 pl-2.5')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {inWords(option.label)}
              </option>
            ))}
          </select>
          <svg
            viewBox="0 0 8 8"
            aria-hidden="true"
            className="pointer-events-none absolute top-3 right-2.5 size-2"
          >
            <path d="M.5 2.2 4 5.8l3.5-3.6" className="fill-none stroke-quiet" strokeWidth="1.4" />
          </svg>
        </span>
      )}
    </Field>
  );
}
