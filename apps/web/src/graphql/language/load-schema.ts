import { schemaOfIntrospection, schemaOfSdl } from '@parley/convert'
import type { SchemaFormat } from '@parley/engine'
import type { GraphQLSchema } from 'graphql'

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

/** In UTF-16 units. */
const longestText = 64_000_000

/** Reads a schema. It is not validated. */
export function loadSchema({ format, text }: SchemaText): LoadedSchema {
  if (text.length > longestText) return tooLarge
  try {
    return { schema: format === 'sdl' ? schemaOfSdl(text) : schemaOfIntrospection(parsed(text)) }
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

function parsed(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}
