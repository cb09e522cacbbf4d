import { failed, ok, type Result } from '@parley/model'
import { printSchema } from 'graphql'
import { parseJson } from '../json-value.ts'
import { schemaOf } from './import-graphql.ts'

/**
 * Returns the response to an introspection query as SDL; fails with a sentence for a text that is not a schema. The
 * schema is not validated, as servers publish schemas that break rules of the specification.
 */
export function introspectionToSdl(text: string): Result<string, string> {
  const value = parseJson(text)
  const schema = value.ok ? schemaOf(value.value) : 'It is not JSON.'
  return typeof schema === 'string' ? failed(schema) : ok(`${printSchema(schema)}\n`)
}
