/** How to connect a first agent, as commands that work as written against this gateway in dev. */

const RECORD = `curl -s "$WHETSTONE/v1/episodes" -H 'content-type: application/json' -d '{
  "task": "Refund order 1001",
  "outcome": "failure",
  "error": "refund exceeds the captured amount"
}'`;

const RECALL = `curl -s "$WHETSTONE/v1/recall" -H 'content-type: application/json' -d '{
  "query": "Refund an order for a customer"
}'`;

function Step({ title, children }: { title: string; children: string }) {
  return (
    <li className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-code p-4 font-mono text-xs leading-5">
        {children}
      </pre>
    </li>
  );
}

export function FirstSteps({ address }: { address: string }) {
  return (
    <section aria-label="Connect an agent" className="flex flex-col gap-4">
      <h2 className="font-semibold text-base leading-6">Connect an agent</h2>
      <ol className="flex flex-col gap-5">
        <Step title="Where the gateway is">{`export WHETSTONE=${address}`}</Step>
        <Step title="After a run, record what happened">{RECORD}</Step>
        <Step title="Before the next one, recall what is known">{RECALL}</Step>
      </ol>
    </section>
  );
}
