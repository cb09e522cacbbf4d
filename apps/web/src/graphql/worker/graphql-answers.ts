import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType, printSchema } from 'graphql'
import { explorerRows } from '../explorer/explorer-rows.ts'
import { searchSchema } from '../explorer/search-schema.ts'
import { toggleRow } from '../explorer/toggle-row.ts'
import { completeQuery } from '../language/complete-query.ts'
import { describeName, findDefinition } from '../language/describe-name.ts'
import { diagnoseQuery } from '../language/diagnose-query.ts'
import { listOperations } from '../language/list-operations.ts'
import { loadSchema, type SchemaText } from '../language/load-schema.ts'
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

/** Answers the calls of one page. It keeps the schema, which stays in the worker. */
export class GraphQlAnswers {
  #schema: GraphQLSchema | null = null

  readonly #answers: Answers = {
    setSchema: text => this.#setSchema(text),
    printSchema: () => (this.#schema === null ? null : printSchema(this.#schema)),
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
    completeVariables: typed => {
      const variables = this.#variablesOf(typed)
      return variables && completeVariables(typed.variables, typed.position, variables)
    },
    fillInVariables: typed => {
      const variables = this.#variablesOf(typed)
      return variables && fillInVariables(typed.variables, variables)
    },
    explorerRows: view =>
      this.#schema === null ? { rows: [], total: 0, isReadOnly: true } : explorerRows(this.#schema, view),
    toggleRow: request => (this.#schema === null ? noSchema : toggleRow(this.#schema, request)),
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

  #setSchema(text: SchemaText | null): SchemaSummary | null {
    this.#schema = null
    if (text === null) return null
    const loaded = loadSchema(text)
    if ('problem' in loaded) return loaded
    this.#schema = loaded.schema
    const types = Object.values(loaded.schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
    const fieldCount = types.reduce((count, type) => {
      const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
      return hasFields ? count + Object.keys(type.getFields()).length : count
    }, 0)
    return { typeCount: types.length, fieldCount }
  }

  #variablesOf({ query, operation }: TypedVariables): readonly OperationVariable[] | null {
    return variablesOfOperation(query, operation, this.#schema)
  }
}

const noSchema = {
  problem: { code: 'ROW_NOT_FOUND', message: 'There is no schema. Load it first.' },
} as const
