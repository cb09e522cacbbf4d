/** The result of a path of `jsonBody`. */
export type FoundMember = { readonly isThere: boolean; readonly value: unknown }

const nothing: FoundMember = { isThere: false, value: undefined }

/**
 * Finds the member of a JSON value by a path of plain steps: `data.items[0].name`, `["a.b"]`, `['it\'s']`. A
 * key equal to the whole path takes precedence, because names may contain dots.
 */
export function memberAtPath(source: unknown, path: string | number): FoundMember {
  const whole = memberOf(source, String(path))
  if (whole.isThere || typeof path === 'number') return whole
  let found: FoundMember = { isThere: true, value: source }
  for (const key of keysOf(path)) {
    found = memberOf(found.value, key)
    if (!found.isThere) return nothing
  }
  return found
}

function keysOf(path: string): readonly string[] {
  const steps = path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]]+)/g)
  return [...steps].map(([, index, double, single, name]) => {
    const quoted = double ?? single
    return quoted === undefined ? (index ?? name ?? '') : quoted.replace(/\\(.)/g, '$1')
  })
}

function memberOf(source: unknown, key: string): FoundMember {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, key)) return nothing
  return { isThere: true, value: Reflect.get(source, key) }
}
