import { buildClientSchema, buildSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

/** More than any schema contains; a schema is traversed several times. */
const maximumTokens = 1_000_000

/**
 * Builds a schema from its SDL. It is not validated, as servers publish schemas that break rules of the specification
 * and answer nonetheless.
 * @throws Error with the reason that the parser gives; "Parsing aborted" for too many tokens
 */
export function schemaOfSdl(text: string): GraphQLSchema {
  return buildSchema(text, { assumeValid: true, assumeValidSDL: true, maxTokens: maximumTokens })
}

/**
 * Builds a schema from the response to an introspection query, or its `data`, likewise without validation.
 * @throws Error if it is none
 */
export function schemaOfIntrospection(value: unknown): GraphQLSchema {
  const introspection = introspectionOf(value)
  if (introspection === null) throw new Error('“__schema” is missing.')
  return buildClientSchema(introspection, { assumeValid: true })
}

/** Returns the `data` of a response to an introspection query; null for anything else. */
export function introspectionOf(value: unknown): IntrospectionQuery | null {
  const data = hasMember(value, 'data') && isObject(value.data) ? value.data : value
  return isIntrospection(data) ? data : null
}

/** The library checks the rest, and throws. */
function isIntrospection(value: unknown): value is IntrospectionQuery {
  return hasMember(value, '__schema') && isObject(value.__schema)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function hasMember<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return isObject(value) && Object.hasOwn(value, name)
}
