import { entriesOf, type JsonValue, member } from '../json-value.ts'
import type { References } from './references.ts'
import { sampleSchema } from './sample-schema.ts'

/** Returns the example of a media type object, a parameter or a header; undefined if there is none. */
export function statedExample(value: JsonValue | undefined, references: References): JsonValue | undefined {
  const [first] = entriesOf(member(value, 'examples'))
  const stated =
    member(value, 'example') ??
    (first === undefined ? undefined : member(references.resolve(first[1]), 'value'))
  return stated === undefined ? undefined : references.exampleOf(stated)
}

/** Returns the example of an object with a schema, or a sample of this schema. */
export function exampleOrSample(value: JsonValue | undefined, references: References): JsonValue {
  return statedExample(value, references) ?? sampleSchema(member(value, 'schema'), references)
}
