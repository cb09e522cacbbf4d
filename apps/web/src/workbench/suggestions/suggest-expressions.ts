import type { Suggest, Suggestion } from '../../components/fields/suggestion.ts'
import { matching } from './matching.ts'

/** What expressions can look at in a response of which these lines of formatted JSON are known. */
export interface KnownResponse {
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** The first lines of the body as formatted JSON; none of other bodies. */
  readonly jsonLines: readonly string[]
}

/** The values of a response are shown up to this length beside their expressions. */
const maximumDetail = 60
const maximumMembers = 2000

/** Returns what suggests expressions over the response of the last send; only its members are known, no functions. */
export function suggestExpressionsOf(response: KnownResponse | null): Suggest {
  const all = [...general(response), ...(response === null ? [] : membersOf(response))]
  return typed => matching(all, typed)
}

function general(response: KnownResponse | null): readonly Suggestion[] {
  return [
    { name: 'res.status', detail: response === null ? 'The status code' : String(response.statusCode) },
    { name: 'res.statusText', detail: response === null ? 'The reason phrase' : response.reasonPhrase },
    { name: 'res.body', detail: 'The body' },
    { name: 'res.headers', detail: 'The headers, with names in lower case' },
    { name: 'res.responseTime', detail: 'The time in ms' },
  ]
}

function membersOf({ headers, jsonLines }: KnownResponse): readonly Suggestion[] {
  return [
    ...headers.map(({ name, value }) => ({
      name: `res.headers${memberAccess(name.toLowerCase())}`,
      detail: value.slice(0, maximumDetail),
    })),
    ...bodyMembers(jsonLines),
  ]
}

interface Container {
  readonly path: string
  /** The position of the next item; null: an object. */
  at: number | null
}

/**
 * Finds the members in the lines of formatted JSON: a line has one member, and brackets open and close at the ends of lines.
 * Of a list only the first item is taken, and its length.
 */
function bodyMembers(lines: readonly string[]): readonly Suggestion[] {
  const found: Suggestion[] = []
  const open: Container[] = []
  for (const line of lines) {
    if (found.length >= maximumMembers) break
    const text = line.trim().replace(/,$/, '')
    if (/^[}\]]/.test(text)) {
      open.pop()
      continue
    }
    const inside = open.at(-1)
    const [, name = null, value = ''] = memberOfLine(text)
    const path = inside === undefined ? 'res.body' : pathIn(inside, name)
    const isOpening = value === '{' || value === '['
    if (path !== null && inside !== undefined)
      found.push({ name: path, detail: isOpening ? detailOf(value) : value.slice(0, maximumDetail) })
    if (path !== null && value === '[') found.push({ name: `${path}.length`, detail: 'The number of items' })
    if (isOpening) open.push({ path: path ?? '', at: value === '[' ? 0 : null })
  }
  return found.filter(({ name }) => name !== '')
}

function detailOf(bracket: string): string {
  return bracket === '[' ? 'A list' : 'An object'
}

/** Returns `[, name, value]` of a line; the name is null for an item of a list. */
function memberOfLine(text: string): readonly [string, string | null, string] {
  const [whole, quoted, value] = /^("(?:[^"\\]|\\.){0,200}"): ?(.*)$/.exec(text) ?? []
  if (whole === undefined || quoted === undefined || value === undefined) return [text, null, text]
  return [text, nameIn(quoted), value]
}

function nameIn(quoted: string): string | null {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return null
  }
}

/** Returns the path of a member of a container; null for what is not suggested. */
function pathIn(container: Container, name: string | null): string | null {
  if (container.path === '') return null
  if (container.at === null) return name === null ? null : `${container.path}${memberAccess(name)}`
  container.at += 1
  return container.at === 1 ? `${container.path}[0]` : null
}

/** Returns what reads a member of an object in an expression. */
export function memberAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
