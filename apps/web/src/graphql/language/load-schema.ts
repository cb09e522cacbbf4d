import type { SchemaFormat } from '@parley/engine'
import { buildClientSchema, buildSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

/** A schema as text: the response to an introspection query, or SDL. */
export interface SchemaText {
  readonly format: SchemaFormat
  readonly text: string
}

/** Why a schema cannot be used. */
export interface SchemaProblem {
  readonly code: 'SCHEMA_NOT_READ' | 'SCHEMA_TOO_LARGE'
  /** One sentence, with the reason that the parser gives. */
  readonly message: string
}

export type LoadedSchema = { readonly schema: GraphQLSchema } | { readonly problem: SchemaProblem }

/** More than any schema contains. */
const maximumTokens = 1_000_000
/** In UTF-16 units. */
const longestText = 64_000_000

/**
 * Reads a schema. It is not validated, as servers publish schemas that break rules of the specification and answer
 * nonetheless.
 */
export function loadSchema({ format, text }: SchemaText): LoadedSchema {
  if (text.length > longestText) return tooLarge
  try {
    return { schema: format === 'sdl' ? schemaOfSdl(text) : schemaOfIntrospection(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    if (reason.includes('Parsing aborted')) return tooLarge
    return { problem: { code: 'SCHEMA_NOT_READ', message: sentenceOf(error, reason) } }
  }
}

const tooLarge: LoadedSchema = {
  problem: { code: 'SCHEMA_TOO_LARGE', message: 'The schema is too large. Use a file with a part of it.' },
}

function sentenceOf(error: unknown, reason: string): string {
  if (error instanceof RangeError) return 'The schema is nested too deeply.'
  const short = reason.length > 300 ? `${reason.slice(0, 300)}…` : reason
  return `This is not a GraphQL schema: ${short}`
}

function schemaOfSdl(text: string): GraphQLSchema {
  return buildSchema(text, { assumeValid: true, assumeValidSDL: true, maxTokens: maximumTokens })
}

function schemaOfIntrospection(text: string): GraphQLSchema {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const data = hasMember(value, 'data') ? value.data : value
  if (!isIntrospection(data)) throw new Error('“__schema” is missing.')
  return buildClientSchema(data, { assumeValid: true })
}

/** The library checks the rest, and throws. */
function isIntrospection(value: unknown): value is IntrospectionQuery {
  return hasMember(value, '__schema') && typeof value.__schema === 'object' && value.__schema !== null
}

function hasMember<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}
