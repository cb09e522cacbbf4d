import type { SchemaFormat } from '@parley/engine'
import {
  type GraphQLSchema,
  introspectionFromSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printSchema,
} from 'graphql'
import type { SchemaSource } from '../../language-worker/language-calls.ts'
import { describeMember, describeType } from '../explorer/describe-type.ts'
import { explorerRows } from '../explorer/explorer-rows.ts'
import { definitionOfRow } from '../explorer/row-definition.ts'
import { searchSchema } from '../explorer/search-schema.ts'
import { toggleRow } from '../explorer/toggle-row.ts'
import { completeQuery } from '../language/complete-query.ts'
import { describeName, findDefinition } from '../language/describe-name.ts'
import { diagnoseQuery } from '../language/diagnose-query.ts'
import { listOperations } from '../language/list-operations.ts'
import { loadSchema } from '../language/load-schema.ts'
import { prettifyQuery } from '../language/prettify-query.ts'
import { checkVariables } from '../variables/check-variables.ts'
import { completeVariables } from '../variables/complete-variables.ts'
import { fillInVariables } from '../variables/fill-in-variables.ts'
import { type OperationVariable, variablesOfOperation } from '../variables/operation-variables.ts'
import type {
  GraphQlCallName,
  GraphQlCalls,
  GraphQlReply,
  GraphQlRequest,
  SchemaSummary,
  TypedVariables,
} from './graphql-calls.ts'

type Answers = {
  readonly [Name in GraphQlCallName]: (
    question: GraphQlCalls[Name]['question'],
  ) => GraphQlCalls[Name]['answer']
}

interface KeptSchema {
  readonly schema: GraphQLSchema
  readonly summary: SchemaSummary
}

/** How many schemas are kept, so that a tab that is shown again has its schema at once. */
const maximumSchemas = 3

/** Answers the calls of one page. It keeps the schemas, which stay in the worker. */
export class GraphQlAnswers {
  #schema: GraphQLSchema | null = null
  /** The schemas that were used last, by key. */
  readonly #kept = new Map<string, KeptSchema>()

  readonly #answers: Answers = {
    setSchema: source => this.#setSchema(source),
    printSchema: format => this.#schema && printAs(this.#schema, format),
    diagnose: query => diagnoseQuery(query, this.#schema),
    complete: ({ query, position }) => this.#schema && completeQuery(query, position, this.#schema),
    describe: ({ query, position }) => this.#schema && describeName(query, position, this.#schema),
    findDefinition: ({ query, position }) => this.#schema && findDefinition(query, position, this.#schema),
    listOperations,
    prettify: prettifyQuery,
    checkVariables: typed => {
      const variables = this.#variablesOf(typed)
      return variables === null ? [] : checkVariables(typed.variables, variables)
    },
    listVariables: ({ query, operation }) =>
      variablesOfOperation(query, operation, null)?.map(({ name, typeText }) => ({ name, typeText })) ?? null,
    completeVariables: typed => {
      const variables = this.#variablesOf(typed)
      return variables && completeVariables(typed.variables, typed.position, variables)
    },
    fillInVariables: typed => {
      const variables = this.#variablesOf(typed)
      return variables && fillInVariables(typed.variables, variables)
    },
    explorerRows: view =>
      this.#schema === null
        ? { rows: [], total: 0, foundAt: null, isReadOnly: true }
        : explorerRows(this.#schema, view),
    toggleRow: request => (this.#schema === null ? noSchema : toggleRow(this.#schema, request)),
    describeType: name => this.#schema && describeType(this.#schema, name),
    describeMember: path => this.#schema && describeMember(this.#schema, path),
    definitionOfRow: rowId => this.#schema && definitionOfRow(this.#schema, rowId),
    searchSchema: text =>
      this.#schema === null ? { matches: [], total: 0 } : searchSchema(this.#schema, text),
  }

  /** Answers a request; what throws is a fault in the reply. */
  reply(request: GraphQlRequest): GraphQlReply {
    const { version } = request
    try {
      return { version, answer: this.#answer(request) }
    } catch (error) {
      return { version, fault: error instanceof Error ? error.message : String(error) }
    }
  }

  #answer<Name extends GraphQlCallName>({
    name,
    question,
  }: GraphQlRequest<Name>): GraphQlCalls[Name]['answer'] {
    return this.#answers[name](question)
  }

  /** Returns whether a schema need not be read again. */
  hasSchema(key: string): boolean {
    return this.#kept.has(key)
  }

  #setSchema(source: SchemaSource | null): SchemaSummary | null {
    this.#schema = null
    if (source === null) return null
    const kept = this.#kept.get(source.key) ?? this.#load(source)
    if ('problem' in kept) return kept
    this.#kept.delete(source.key)
    this.#kept.set(source.key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maximumSchemas && oldest !== undefined) this.#kept.delete(oldest)
    this.#schema = kept.schema
    return kept.summary
  }

  #load({ format, text }: SchemaSource): KeptSchema | Extract<SchemaSummary, { readonly problem: unknown }> {
    if (typeof text !== 'string') throw new Error('The blob is read before.')
    const loaded = loadSchema({ format, text })
    return 'problem' in loaded ? loaded : { schema: loaded.schema, summary: summaryOf(loaded.schema) }
  }

  #variablesOf({ query, operation }: TypedVariables): readonly OperationVariable[] | null {
    return variablesOfOperation(query, operation, this.#schema)
  }
}

function summaryOf(schema: GraphQLSchema): SchemaSummary {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const fieldCount = types.reduce((count, type) => {
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    return hasFields ? count + Object.keys(type.getFields()).length : count
  }, 0)
  return { typeCount: types.length, fieldCount }
}

function printAs(schema: GraphQLSchema, format: SchemaFormat): string {
  if (format === 'sdl') return `${printSchema(schema)}\n`
  return `${JSON.stringify({ data: introspectionFromSchema(schema) }, null, 2)}\n`
}

const noSchema = {
  problem: { code: 'ROW_NOT_FOUND', message: 'There is no schema. Load it first.' },
} as const
