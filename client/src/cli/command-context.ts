/** What every command works with: the client, the options that all share, and where it prints. */
import type { Command } from 'commander';
import { type CallOptions, callOperation, type Input, type OperationName, type ReplyOf } from '../call.ts';
import { toWhetstoneError, WhetstoneError } from '../errors.ts';
import { resolveSettings, type Settings } from '../options.ts';
import { EXIT, type Output, outputTo, toExitCode } from './output.ts';

export interface CommandContext {
  readonly settings: Settings;
  readonly out: Output;
  /** The agent that was named on the command line; null where none was, though the environment may name one. */
  readonly namedAgent: string | null;
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<ReplyOf<Name>>;
  /** Sets the exit code; the first reason stands. */
  exitWith(code: number): void;
}

interface SharedOptions {
  url?: string;
  apiKey?: string;
  agent?: string;
  user?: string;
  tenant?: string;
  json?: boolean;
  timeout?: number;
}

/** For work in many calls, which rather waits out a rate limit than ends half-way. */
export const PATIENT = { patienceMs: 90_000 };

function openContext(options: SharedOptions, isAgentNamed: boolean): CommandContext {
  const out = outputTo(process, options.json === true);
  const settings = resolveSettings({
    url: options.url,
    apiKey: options.apiKey,
    agentId: options.agent,
    userId: options.user,
    tenantId: options.tenant,
    requestTimeoutMs: options.timeout ?? 30_000,
  });
  return {
    settings,
    out,
    namedAgent: isAgentNamed ? settings.agentId : null,
    call: (name, input, call) => callOperation(settings, name, input, call),
    exitWith(code) {
      process.exitCode ||= code;
    },
  };
}

function printError({ out, exitWith }: CommandContext, thrown: unknown): void {
  const error = toWhetstoneError(thrown, 'agent-code');
  const { kind, status, message, detail, requestId } = error;
  if (!out.isHuman) out.result({ error: { kind, status, message, detail, request_id: requestId } }, () => '');
  out.note(`whetstone: ${message}${requestId === null ? '' : ` (request ${requestId})`}`);
  exitWith(thrown instanceof WhetstoneError ? toExitCode(error) : EXIT.failed);
}

/** Makes a command's action: `work` gets the context, the command's own options and its arguments. */
export function action<Options>(
  work: (context: CommandContext, options: Options, ...args: string[]) => Promise<void>,
): (this: Command) => Promise<void> {
  return async function run(this: Command) {
    const options = this.optsWithGlobals<Options & SharedOptions>();
    const isAgentNamed = this.getOptionValueSourceWithGlobals('agent') === 'cli';
    const context = openContext(options, isAgentNamed);
    try {
      await work(context, options, ...(this.processedArgs as string[]));
    } catch (error) {
      printError(context, error);
    }
  };
}
