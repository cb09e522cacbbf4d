/** Returns a deep copy like HTML's structuredClone, for the types that exist in the sandbox. */
export function structuredClone(value: unknown): unknown {
  return cloned(value, new Map())
}

function cloned(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException(`${typeof value} could not be cloned.`, 'DataCloneError')
  if (typeof value !== 'object' || value === null) return value
  if (copies.has(value)) return copies.get(value)
  const copy = emptyCopy(value)
  copies.set(value, copy)
  if (value instanceof Map && copy instanceof Map)
    for (const [key, one] of value) copy.set(cloned(key, copies), cloned(one, copies))
  else if (value instanceof Set && copy instanceof Set) for (const one of value) copy.add(cloned(one, copies))
  else if (Array.isArray(value) || isPlain(value))
    for (const [key, one] of Object.entries(value))
      Reflect.defineProperty(copy, key, asMember(cloned(one, copies)))
  return copy
}

function emptyCopy(value: object): object {
  if (value instanceof Date) return new Date(value)
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (value instanceof Map) return new Map()
  if (value instanceof Set) return new Set()
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (value instanceof Uint8Array) return value.slice()
  if (value instanceof Error) return Object.assign(new Error(value.message), { name: value.name })
  return Array.isArray(value) ? new Array(value.length) : {}
}

function isPlain(value: object): boolean {
  return ![Date, RegExp, Map, Set, ArrayBuffer, Uint8Array, Error].some(kind => value instanceof kind)
}

function asMember(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}
