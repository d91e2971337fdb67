/** The generated descriptors say what the .proto files of the standard say. */
import { expect, it } from 'vitest';
import { definedMessage, definedNames } from '../../../testing/samples/protobuf-messages.ts';
import { messageType } from './messages.ts';

const NAMES = definedNames();

it('are there for every message that an export and its answer consist of', () => {
  expect(NAMES).toContain('opentelemetry.proto.trace.v1.Span.Event');
  expect(NAMES.length).toBeGreaterThan(12);
});

it.each(NAMES)('have the fields of %s', (name) => {
  const generated = messageType(name).fields.map((field) => ({
    name: field.jsonName,
    number: field.number,
    repeated: field.fieldKind === 'list',
    type: (field.message ?? field.enum)?.typeName,
    oneof: field.oneof?.name,
  }));
  const defined = definedMessage(name).fieldsArray.map((field) => ({
    name: field.name,
    number: field.id,
    repeated: field.repeated,
    type: field.resolvedType?.fullName.slice(1),
    oneof: field.partOf?.name,
  }));
  expect(generated.toSorted((a, b) => a.number - b.number)).toEqual(
    defined.toSorted((a, b) => a.number - b.number),
  );
});
