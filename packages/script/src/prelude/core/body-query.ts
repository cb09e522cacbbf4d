/** A step of a path: a key, an index in a list, or a filter that the caller passed. */
type Step = { readonly key: string; readonly isDeep: boolean } | { readonly index: number } | 'filter'

/** A function that keeps, drops or replaces an item, or an object with the members that an item must have. */
export type BodyFilter = ((item: unknown) => unknown) | Readonly<Record<string, unknown>>

/**
 * Evaluates the query language of `res('path')` (behaviour 4.8): keys map through lists, `..` searches at any
 * depth, `[n]` is an index, `[?]` applies the next filter. Returns undefined if nothing matches.
 */
export function queryBody(source: unknown, path: unknown, filters: readonly BodyFilter[]): unknown {
  let current = source
  let used = 0
  for (const step of stepsOf(String(path))) {
    if (current === null || current === undefined) return current
    if (step === 'filter') {
      const filter = filters[used]
      used += 1
      if (filter === undefined) throw new Error(`The path ${String(path)} needs a filter for each [?]`)
      current = filtered(current, filter)
    } else if ('index' in step) current = Array.isArray(current) ? flattened(current[step.index]) : undefined
    else current = memberOf(current, step.key, step.isDeep)
  }
  return current
}

function stepsOf(path: string): readonly Step[] {
  const tokens = path
    .split(/(\.\.?|\[\?\]|\[\d+\]|\[(?:"[^"]*"|'[^']*')\])/)
    .map(token => (token.startsWith('[') ? token : token.replace(/\s+/g, '')))
    .filter(token => token !== '')
  return tokens.flatMap((token, at): readonly Step[] => {
    if (token === '.' || token === '..') return []
    if (token === '[?]') return ['filter']
    if (/^\[\d+\]$/.test(token)) return [{ index: Number(token.slice(1, -1)) }]
    const key = /^\[["'](.*)["']\]$/.exec(token)?.[1] ?? token
    return [{ key, isDeep: tokens[at - 1] === '..' }]
  })
}

/** Returns the member of an object, or of each item of a list; if `isDeep`, also from all levels below. */
function memberOf(source: unknown, key: string, isDeep: boolean): unknown {
  if (typeof source !== 'object' || source === null) return undefined
  if (Array.isArray(source)) return flattened(source.map(item => memberOf(item, key, isDeep)))
  const own = Object.hasOwn(source, key) ? Reflect.get(source, key) : undefined
  if (!isDeep) return flattened(own)
  const below = Object.entries(source)
    .filter(([name, item]) => name !== key && typeof item === 'object')
    .map(([, item]) => memberOf(item, key, true))
  return flattened([own, ...below])
}

/** Flattens nested lists without missing items; undefined if nothing is left. */
function flattened(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const items = value.flat(Number.POSITIVE_INFINITY).filter(item => item !== null && item !== undefined)
  return items.length === 0 ? undefined : items
}

function filtered(source: unknown, filter: BodyFilter): unknown {
  const items = Array.isArray(source) ? source : [source]
  const kept: unknown[] = []
  for (const item of items) {
    if (item === null || item === undefined) continue
    const answer = typeof filter === 'function' ? filter(item) : hasMembers(item, filter)
    if (answer === true) kept.push(item)
    else if (answer !== false && answer !== null && answer !== undefined) kept.push(answer)
  }
  return flattened(Array.isArray(source) ? kept : kept[0])
}

function hasMembers(item: unknown, members: Readonly<Record<string, unknown>>): boolean {
  if (typeof item !== 'object' || item === null) return false
  return Object.entries(members).every(([key, value]) => Reflect.get(item, key) === value)
}
