import type { HttpBody } from '../../request/body.ts'
import type { AnyBody } from '../../request/body-types/body-type-descriptor.ts'
import { type BodyTypeRegistry, bodyTypes } from '../../request/body-types/body-types.ts'
import type { WithExtension } from '../extensions.ts'
import { isSameValue } from '../is-same-value.ts'
import type { ObjectReader } from '../object-reader.ts'
import type { OpenCollectionObject, OpenCollectionValue } from '../value.ts'

/**
 * Reads `HttpRequestBody`. The extension has the parts that the schema cannot store; the schema has the
 * nearest body.
 */
export function readHttpBody(reader: ObjectReader, extension: ObjectReader): HttpBody {
  return readBody<HttpBody>(reader, extension, bodyTypes, bodyTypes.none.empty)
}

/** Reads a body with the given types. A file without a body means `none`. */
export function readBody<Body extends AnyBody>(
  reader: ObjectReader,
  extension: ObjectReader,
  types: BodyTypeRegistry<Body>,
  none: Body,
): Body {
  const body = readSchemaBody(reader, types, none)
  if (body.type !== 'raw') return body
  const extended = Object.keys(types).filter(type => types[type]?.file.extension !== undefined)
  const type = extension.has('type') ? extension.choice('type', extended, 'none') : 'raw'
  const candidate = types[type]?.file.extension?.read(extension, body) ?? null
  const isUnchanged =
    candidate !== null && isSameValue(schemaBodyOf(candidate, types), schemaBodyOf(body, types))
  return isUnchanged ? candidate : body
}

/** Writes an optional body; None is left out. */
export function writeHttpBody(body: HttpBody): WithExtension {
  return body.type === 'none' ? { value: undefined, extension: undefined } : writeRequiredHttpBody(body)
}

/** Writes a required body, as the format demands it under a title. */
export function writeRequiredHttpBody(
  body: HttpBody,
): WithExtension & { readonly value: OpenCollectionValue } {
  return writeBody<HttpBody>(body, bodyTypes)
}

/** Writes a body with the given types. */
export function writeBody<Body extends AnyBody>(
  body: Body,
  types: BodyTypeRegistry<Body>,
): WithExtension & { readonly value: OpenCollectionValue } {
  return { value: schemaBodyOf(body, types), extension: types[body.type]?.file.extension?.write(body) }
}

function readSchemaBody<Body extends AnyBody>(
  reader: ObjectReader,
  types: BodyTypeRegistry<Body>,
  none: Body,
): Body {
  if (!reader.isEmpty()) reader.require('type')
  const files = Object.values(types).map(({ file }) => file)
  const known = files.flatMap(({ schemaTypes }) => schemaTypes)
  const schemaType = reader.choice('type', known, 'none')
  return files.find(({ schemaTypes }) => schemaTypes.includes(schemaType))?.read(reader, schemaType) ?? none
}

function schemaBodyOf<Body extends AnyBody>(body: Body, types: BodyTypeRegistry<Body>): OpenCollectionObject {
  return types[body.type]?.file.write(body) ?? {}
}
