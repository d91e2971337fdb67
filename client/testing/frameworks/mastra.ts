/**
 * A stand-in for Mastra's `Agent`, whose package with what it needs has 132 MB. It has the part of the documented interface
 * that models and processors see: before each step the processors may replace the step's model.
 */
import type { createOpenAI } from '@ai-sdk/openai';

type Model = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
type CallOptions = Parameters<Model['doStream']>[0];
type Prompt = CallOptions['prompt'];
type Content = Awaited<ReturnType<Model['doGenerate']>>['content'];

interface Processor {
  readonly id: string;
  processInputStep?(step: {
    model: Model;
    stepNumber: number;
    state: Record<string, unknown>;
  }): Promise<{ model?: Model }> | { model?: Model };
}

interface AgentOptions {
  instructions: string;
  model: Model;
  tools: Record<string, () => Promise<string>>;
  inputProcessors?: Processor[];
}

interface RunOptions {
  maxSteps?: number;
  maxRetries?: number;
  toolChoice?: 'auto' | 'required';
  abortSignal?: AbortSignal | undefined;
  providerOptions?: CallOptions['providerOptions'];
  /** Called with each piece of text of a stream; false stops reading. */
  onText?: (text: string) => boolean;
}

type Ask = (model: Model, call: CallOptions) => Promise<Content>;

/** Errors that say so are tried again after the time that the service asks for. */
async function retried<Result>(work: () => Promise<Result>, left: number): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isRetryable = error instanceof Error && 'isRetryable' in error && error.isRetryable === true;
    if (left <= 0 || !isRetryable) throw error;
    await new Promise((resolve) => setTimeout(resolve, 400));
    return await retried(work, left - 1);
  }
}

const whole: Ask = async (model, call) => [...(await model.doGenerate(call)).content];

function streamed(onText: (text: string) => boolean): Ask {
  return async (model, call) => {
    const { stream } = await model.doStream(call);
    const content: Content = [];
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'tool-call') content.push(part);
      if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta });
      if (part.type === 'text-delta' && !onText(part.delta)) break;
    }
    return content;
  };
}

export class Agent {
  readonly #options: AgentOptions;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** Resolves with the answer and the results of the tools. */
  generate(task: string, options: RunOptions = {}) {
    return this.#run(task, options, whole);
  }

  /** The same by streams, read to their ends. */
  stream(task: string, options: RunOptions = {}) {
    return this.#run(task, options, streamed(options.onText ?? (() => true)));
  }

  async #run(task: string, options: RunOptions, ask: Ask) {
    const { maxSteps = 5, maxRetries = 0 } = options;
    const state = {};
    const results: string[] = [];
    const prompt: Prompt = [
      { role: 'system', content: this.#options.instructions },
      { role: 'user', content: [{ type: 'text', text: task }] },
    ];
    for (let stepNumber = 0; stepNumber < maxSteps; stepNumber += 1) {
      const model = await this.#processed(stepNumber, state);
      const content = await retried(() => ask(model, this.#call(prompt, options)), maxRetries);
      const calls = content.flatMap((part) => (part.type === 'tool-call' ? part : []));
      const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
      if (calls.length === 0) return { text, results };
      const asked = calls.map(({ toolCallId, toolName, input }) => {
        return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.parse(input) };
      });
      prompt.push({ role: 'assistant', content: asked });
      if (stepNumber + 1 === maxSteps) break;
      for (const call of asked) results.push(await this.#runTool(call, prompt));
    }
    return { text: '', results };
  }

  async #processed(stepNumber: number, state: Record<string, unknown>): Promise<Model> {
    let { model } = this.#options;
    for (const processor of this.#options.inputProcessors ?? []) {
      const changed = await processor.processInputStep?.({ model, stepNumber, state });
      model = changed?.model ?? model;
    }
    return model;
  }

  #call(prompt: Prompt, { toolChoice = 'auto', abortSignal, providerOptions }: RunOptions): CallOptions {
    const inputSchema = { type: 'object' as const, properties: {} };
    const names = Object.keys(this.#options.tools);
    return {
      // Mastra makes a new prompt for each step.
      prompt: [...prompt],
      ...(names.length === 0
        ? {}
        : {
            tools: names.map((name) => ({ type: 'function' as const, name, inputSchema })),
            toolChoice: { type: toolChoice },
          }),
      ...(abortSignal === undefined ? {} : { abortSignal }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
    };
  }

  async #runTool(call: { toolCallId: string; toolName: string }, prompt: Prompt): Promise<string> {
    const { toolCallId, toolName } = call;
    const told = (type: 'text' | 'error-text', value: string) =>
      prompt.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type, value } }],
      });
    try {
      const value = (await this.#options.tools[toolName]?.()) ?? '';
      told('text', value);
      return value;
    } catch (error) {
      told('error-text', String(error));
      return String(error);
    }
  }
}
