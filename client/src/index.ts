/** What the package offers. Nothing below this file needs Node: it runs wherever there is a fetch. */
export type { CallOptions, Input, OperationName, ReplyOf } from './call.ts';
export { type FaultKind, WhetstoneError } from './errors.ts';
export type * from './generated/api.ts';
export { type GuardOptions, guardTools } from './guard-tools.ts';
export type { Caller, WhetstoneOptions } from './options.ts';
export { blocksCall, emptyRecall, type NextCall, type Recall, type RecallOptions } from './recall.ts';
export type { Delivered, FlushOptions } from './sending/outbox.ts';
export { Whetstone } from './whetstone.ts';
export { type Ending, type LearningOptions, withLearning } from './with-learning.ts';
