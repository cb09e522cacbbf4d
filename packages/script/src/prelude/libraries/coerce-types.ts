/** Returns a copy of data with the types that a schema asks for, where a value can be written as one. */
export function coerced(value: unknown, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return value
  const wanted = [Reflect.get(schema, 'type') ?? []].flat()
  const own =
    wanted.length === 0 || wanted.some(type => isOfType(value, type)) ? value : converted(value, wanted)
  if (Array.isArray(own)) {
    const items: unknown = Reflect.get(schema, 'items')
    return own.map((item, at) => coerced(item, Array.isArray(items) ? items[at] : items))
  }
  if (typeof own !== 'object' || own === null) return own
  const properties: unknown = Reflect.get(schema, 'properties')
  if (typeof properties !== 'object' || properties === null) return own
  return Object.fromEntries(
    Object.entries(own).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? coerced(member, Reflect.get(properties, name)) : member,
    ]),
  )
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  return typeof value === type
}

function converted(value: unknown, wanted: readonly unknown[]): unknown {
  for (const type of wanted) {
    const result = convertedTo(value, type)
    if (result !== undefined) return result
  }
  return value
}

/** Converts by the rules of Ajv; undefined: impossible. */
function convertedTo(value: unknown, type: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : value === null
          ? ''
          : undefined
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
      const fits = type === 'number' ? Number.isFinite(number) : Number.isInteger(number)
      return typeof value !== 'object' && fits ? number : value === null ? 0 : undefined
    }
    case 'boolean':
      if (value === 'true' || value === 1) return true
      return value === 'false' || value === 0 || value === null ? false : undefined
    case 'null':
      return value === '' || value === 0 || value === false ? null : undefined
  }
  return undefined
}
