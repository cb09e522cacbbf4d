import { type JsonNode, readJsonTree, valueOfJsonNode } from '@parley/model'
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { jsonNodeAt } from './json-node-at.ts'

/** A compiled JSONPath (RFC 9535), without the functions `match` and `search`. */
export interface JsonQuery {
  /** Returns the values that match, as they are written; null if the text is no JSON. */
  matches(text: string): readonly JsonNode[] | null
}

export type CompiledJsonQuery =
  | { readonly isValid: true; readonly query: JsonQuery }
  /** `reason` is part of a sentence; `position` is a 0-based index into the path. */
  | { readonly isValid: false; readonly reason: string; readonly position: number }

/** The depth limit of a descent (`..`), which makes a function call for each level. */
const maxDescent = 500

const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDescent })
// A pattern over the text of a server can take any time.
for (const name of ['match', 'search']) environment.functionRegister.delete(name)

/** Compiles a JSONPath, which begins with `$`. */
export function compileJsonPath(path: string): CompiledJsonQuery {
  try {
    const compiled = environment.compile(path)
    return { isValid: true, query: { matches: text => matchesIn(text, compiled) } }
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    // The library appends part of the path and the position to its sentence.
    const reason = error.message.replace(/ \('.*':\d+\)$/s, '')
    return { isValid: false, reason, position: Math.min(error.token.index, path.length) }
  }
}

/**
 * Compiles a condition on a JSON value, such as `$.status == "done"`: a comparison as in a filter of a JSONPath, in which
 * `$` is the value itself.
 */
export function compileJsonCondition(condition: string): CompiledJsonQuery {
  const ofItem = condition.replace(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\$/gs, part =>
    part === '$' ? '@' : part,
  )
  const compiled = compileJsonPath(`${conditionStart}${ofItem}]`)
  if (!compiled.isValid)
    return { ...compiled, position: Math.max(0, compiled.position - conditionStart.length) }
  return { isValid: true, query: { matches: text => compiled.query.matches(`[${text}]`) } }
}

/** The beginning of the path that checks a condition. */
const conditionStart = '$[?'

function matchesIn(text: string, query: JSONPathQuery): readonly JsonNode[] | null {
  const { root, errorAt } = readJsonTree(text)
  if (root === null || errorAt !== null) return null
  try {
    // The library only reads it.
    const value = valueOfJsonNode(root) as JSONValue
    return [...query.lazyQuery(value)].flatMap(({ location }) => jsonNodeAt(root, location) ?? [])
  } catch (error) {
    // Too deep: values are visited and compared by recursive functions.
    if (error instanceof JSONPathError || error instanceof RangeError) return []
    throw error
  }
}
