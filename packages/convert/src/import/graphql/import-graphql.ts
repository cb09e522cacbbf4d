import { failed, type Item, newGraphQlRequest, ok } from '@parley/model'
import type { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { type JsonValue, member } from '../json-value.ts'
import { newCollection, newDefaults, newFolder, newVariable } from '../new-entities.ts'
import { introspectionOf, schemaOfIntrospection, schemaOfSdl } from './build-graphql-schema.ts'
import { sampleOperation } from './sample-operation.ts'

/** Returns whether a value is the response to an introspection query, or its `data`. */
export function isIntrospection(value: JsonValue): boolean {
  return introspectionOf(value) !== null
}

/** Returns whether a text is a schema in the GraphQL language. */
export function looksLikeSchema(text: string): boolean {
  return (
    /^[^\S\r\n\u2028\u2029]*(?:extend\s+)?(?:type|interface|enum|input|union|scalar|schema|directive)\b[^:\n]*(?:\{|=|$)/m.test(
      text,
    ) && !/^\s*[[{]/.test(text)
  )
}

/** Imports one request for each field of Query and Mutation; subscriptions are not imported. */
export function importGraphQl(
  source: JsonValue | { readonly schema: string },
  log = new ImportLog(),
): ImportResult {
  const schema = schemaOf(source)
  if (typeof schema === 'string') return failed({ code: 'NOT_GRAPHQL', subject: schema })
  log.count('collections')
  const items = [
    ...folderOf('Queries', 'query', schema.getQueryType(), log),
    ...folderOf('Mutations', 'mutation', schema.getMutationType(), log),
  ]
  for (const name of Object.keys(schema.getSubscriptionType()?.getFields() ?? {}))
    log.loss('REQUEST_NOT_SUPPORTED', `subscription ${name}`)
  log.count('variables')
  const collection = newCollection('GraphQL', {
    defaults: newDefaults({ variables: [newVariable('baseUrl', '')] }),
    items,
  })
  return ok(log.imported({ collections: [collection] }))
}

/** Returns the schema, or its error. */
export function schemaOf(source: JsonValue | { readonly schema: string }): GraphQLSchema | string {
  try {
    const text = member(source, 'schema')
    if (typeof text === 'string') return schemaOfSdl(text)
    // The library changes what it reads, and knows only plain objects.
    return schemaOfIntrospection(JSON.parse(JSON.stringify(source)))
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

function folderOf(
  name: string,
  kind: 'query' | 'mutation',
  type: GraphQLObjectType | null | undefined,
  log: ImportLog,
): readonly Item[] {
  const fields = Object.values(type?.getFields() ?? {})
  if (fields.length === 0) return []
  log.count('folders')
  log.count('requests', fields.length)
  const items = fields.map(field =>
    newGraphQlRequest({
      name: field.name,
      url: '{{baseUrl}}',
      body: { type: 'graphql', ...sampleOperation(kind, field) },
      ...(field.description ? { docs: field.description } : {}),
    }),
  )
  return [newFolder(name, { items })]
}
