/** The messages of OTLP that the gateway reads and writes, from the standard's own descriptors. */
import { createFileRegistry, type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { DESCRIPTORS } from './generated/descriptors.ts';

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, 'base64')));

/** A message by its full name. Throws where the descriptors have none of that name. */
export function messageType(name: string): DescMessage {
  const found = registry.getMessage(name);
  if (found === undefined) throw new Error(`no message ${name}`);
  return found;
}
