/** How to attach a learning model, where none is configured. */
import { CopyButton } from '../ui/forms/copy-button.tsx';

const LINES = [
  'SERVICE_LLM_PROVIDER=openai',
  'SERVICE_LLM_BASE_URL=<the address of an OpenAI-compatible endpoint>',
  'SERVICE_LLM_MODEL=<a model of this endpoint>',
  'SERVICE_LLM_API_KEY=<its key, where it asks for one>',
].join('\n');

export function ModelHint() {
  return (
    <div className="flex max-w-[75ch] flex-col gap-2">
      <p className="text-quiet">
        No learning model is configured. Recording and recall work, and people can write skills, but nothing
        is learned. The operator sets these variables and restarts the gateway:
      </p>
      <div className="flex items-start justify-between gap-3 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
        <pre className="min-w-0 whitespace-pre-wrap py-1 font-mono text-code [overflow-wrap:anywhere]">
          {LINES}
        </pre>
        <CopyButton size="small" variant="quiet" text={LINES} aria-label="Copy the variables">
          Copy
        </CopyButton>
      </div>
      <p className="text-quiet">
        <code className="font-mono text-code">docs/models.md</code> has the values for OpenAI, Anthropic,
        Gemini, Azure, OpenRouter, Ollama, vLLM, LM Studio and llama.cpp.
      </p>
    </div>
  );
}
