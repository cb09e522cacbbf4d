import { chosenBody, graphQlOperations, mergeVariables } from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import type { Io } from '../io/io.ts'
import { readTypedText } from '../options/read-typed-text.ts'
import { quotedNames } from '../output/one-line.ts'

/** The options of a saved GraphQL request as typed. */
export interface GraphQlOptions {
  readonly operation?: string
  readonly variableJson?: string
  readonly failOnGraphqlErrors?: boolean
}

/** Returns the request with the typed operation and variables, or a sentence if they are invalid. */
export async function withGraphQlOptions(
  request: HttpRequest,
  { operation, variableJson, failOnGraphqlErrors }: GraphQlOptions,
  io: Io,
): Promise<HttpRequest | string> {
  const given = Object.entries({
    '--operation': operation,
    '--variable-json': variableJson,
    '--fail-on-graphql-errors': failOnGraphqlErrors,
  }).find(([, value]) => value !== undefined)
  if (given === undefined) return request
  const body = chosenBody(request)
  if (body.type !== 'graphql')
    return `${given[0]} is only for GraphQL requests, and ${request.name} is not one.`
  const names = graphQlOperations(body.query).flatMap(({ name }) => name ?? [])
  if (operation !== undefined && !names.includes(operation)) return unknownOperation(operation, names)
  const variables = await readVariableJson(variableJson, body.variables, io)
  if (typeof variables !== 'object') return variables
  const { bodyVariants: _, ...rest } = request
  return {
    ...rest,
    body: {
      ...body,
      variables: variables.text,
      ...(operation === undefined ? {} : { operationName: operation }),
    },
  }
}

function unknownOperation(operation: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'Its operations have no names.' : `It has ${quotedNames(names)}.`
  return `The query has no operation “${operation}”. ${known}`
}

async function readVariableJson(
  typed: string | undefined,
  saved: string,
  io: Io,
): Promise<{ readonly text: string } | string> {
  if (typed === undefined) return { text: saved }
  const read = typed.startsWith('@')
    ? await readTypedText(typed.slice(1), io, {
        tooLarge: 'Give fewer variables.',
        notText: 'Save it as UTF-8.',
      })
    : null
  if (read?.ok === false) return read.failure
  const changes = read === null ? typed : read.value
  if (mergeVariables('', changes) === null)
    return `--variable-json takes a JSON object, such as '{"id": 7}', or @file.`
  const merged = mergeVariables(saved, changes)
  return merged === null
    ? 'The variables of the saved request are not a JSON object. Correct them in its file.'
    : { text: merged }
}
