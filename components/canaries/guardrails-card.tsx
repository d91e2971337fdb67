/** What was measured of the runs beside their success, with the change and without it, and what may be worse by how much. */

import { Card } from '../ui/layout/card.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import type { CanaryDetail } from './address.ts';
import {
  allowedText,
  type CanaryGuardrail,
  changeText,
  guardrailFinding,
  MEASURE_NAMES,
  measureText,
  standText,
} from './guardrail-words.ts';
import { ARM_NAMES } from './verdict-sentence.ts';

const COLUMNS: readonly Column<CanaryGuardrail>[] = [
  { key: 'measure', header: 'Measure', cell: ({ guardrail }) => MEASURE_NAMES[guardrail] },
  {
    ...{ key: 'with', header: ARM_NAMES.candidate, kind: 'number', word: 'candidate' },
    cell: ({ guardrail, candidate }) => measureText(guardrail, candidate),
  },
  {
    ...{ key: 'without', header: ARM_NAMES.incumbent, kind: 'number', word: 'current version' },
    cell: ({ guardrail, incumbent }) => measureText(guardrail, incumbent),
  },
  { key: 'change', header: 'Change', kind: 'number', word: 'change', cell: changeText },
  {
    ...{ key: 'allowed', header: 'Allowed', kind: 'number', word: 'allowed' },
    cell: allowedText,
    tells: ({ margin }) => margin !== null,
  },
  { key: 'stands', header: 'Status', cell: standText, tells: ({ stands }) => stands !== null },
];

export function GuardrailsCard({ canary: { guardrails, status } }: { canary: CanaryDetail }) {
  if (guardrails.length === 0) return null;
  return (
    <Card title="Guardrails" note="candidate against current version">
      <div className="flex flex-col gap-3">
        <p className="max-w-[75ch] font-medium">{guardrailFinding(guardrails, status)}</p>
        <div className="-mx-4">
          <Table
            caption="Guardrail measurements"
            columns={COLUMNS}
            rows={guardrails}
            rowKey={({ guardrail }) => guardrail}
          />
        </div>
        <p className="text-caption text-quiet">
          Durations and tokens are geometric means. In brackets: the interval of the change, valid at any
          time. The intervals of all guarded measures hold together with 90 %. The size of the text is exact.
        </p>
      </div>
    </Card>
  );
}
