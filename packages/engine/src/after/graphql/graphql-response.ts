/** An error of a response (GraphQL, September 2025, §7.1.2). */
export interface GraphQlError {
  readonly message: string
  /** Where in `data` it happened; empty if the server did not say. */
  readonly path: readonly (string | number)[]
  /** Where in the query, from 1. */
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  /** `extensions.code`; empty if there is none. */
  readonly code: string
}

/** What a GraphQL response says besides its data. */
export interface GraphQlResponse {
  /** At most 1,000. */
  readonly errors: readonly GraphQlError[]
  readonly errorCount: number
  /** Whether `data` is neither missing nor null. */
  readonly hasData: boolean
}

const maximumErrors = 1000
const maximumSteps = 100
const longestText = 10_000

/** Reads a response; null if it is none of GraphQL. Servers write errors in many ways, and each of them is shown. */
export function readGraphQlResponse(text: string): GraphQlResponse | null {
  const response = parsed(text)
  if (!isObject(response) || Array.isArray(response)) return null
  const [data, errors] = [memberOf(response, 'data'), memberOf(response, 'errors')]
  if (data === undefined && (errors === undefined || errors === null)) return null
  const list = Array.isArray(errors) ? errors : errors === undefined || errors === null ? [] : [errors]
  return {
    errors: list.slice(0, maximumErrors).map(readError),
    errorCount: list.length,
    hasData: data !== undefined && data !== null,
  }
}

function readError(error: unknown): GraphQlError {
  if (!isObject(error)) return { message: textOf(error), path: [], locations: [], code: '' }
  const [message, path, locations] = ['message', 'path', 'locations'].map(name => memberOf(error, name))
  const code = memberOf(memberOf(error, 'extensions'), 'code')
  return {
    message: textOf(message ?? code),
    path: itemsOf(path).filter(step => typeof step === 'string' || typeof step === 'number'),
    locations: itemsOf(locations).flatMap(readLocation),
    code: typeof code === 'string' ? code.slice(0, longestText) : '',
  }
}

function readLocation(location: unknown): GraphQlError['locations'] {
  const [line, column] = [memberOf(location, 'line'), memberOf(location, 'column')]
  return isPosition(line) ? [{ line, column: isPosition(column) ? column : 1 }] : []
}

function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maximumSteps) : []
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'The server gave no message.'
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestText)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
