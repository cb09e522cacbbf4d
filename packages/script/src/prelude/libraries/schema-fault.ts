const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** Keywords with one schema, a list of schemas, and schemas by name. */
const schemaKeywords = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const schemaListKeywords = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']
const schemaMapKeywords = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']
const valueKeywords = [
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$recursiveAnchor',
  '$recursiveRef',
  '$ref',
  '$schema',
  '$vocabulary',
  'const',
  'contentEncoding',
  'contentMediaType',
  'default',
  'dependencies',
  'dependentRequired',
  'deprecated',
  'description',
  'discriminator',
  'enum',
  'example',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'id',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'nullable',
  'pattern',
  'readOnly',
  'required',
  'title',
  'type',
  'uniqueItems',
  'writeOnly',
]
const keywords = new Set([...schemaKeywords, ...schemaListKeywords, ...schemaMapKeywords, ...valueKeywords])

/**
 * Returns what is wrong with a schema, or null. The validator ignores what it does not know, so that a wrong
 * schema would accept everything.
 */
export function schemaFault(schema: unknown, isStrict: boolean, place = 'schema'): string | null {
  if (typeof schema === 'boolean') return null
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return `${place} must be object or boolean`
  for (const [keyword, value] of Object.entries(schema)) {
    const fault =
      ownFault(keyword, value, place) ??
      (isStrict && !keywords.has(keyword) ? `strict mode: unknown keyword: "${keyword}"` : null) ??
      innerFault(keyword, value, isStrict, place)
    if (fault !== null) return fault
  }
  return null
}

function ownFault(keyword: string, value: unknown, place: string): string | null {
  if (keyword === 'type') {
    const wrong = [value].flat().find(one => typeof one !== 'string' || !types.includes(one))
    return wrong === undefined
      ? null
      : `${place}.type must be one of ${types.join(', ')}, not ${String(wrong)}`
  }
  if (keyword === 'enum' && !Array.isArray(value)) return `${place}.enum must be a list`
  if (keyword === 'pattern' && !isPattern(value)) return `${place}.pattern is not a regular expression`
  return null
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function innerFault(keyword: string, value: unknown, isStrict: boolean, place: string): string | null {
  const inner = `${place}.${keyword}`
  if (Array.isArray(value))
    return schemaListKeywords.includes(keyword)
      ? firstFault(value.map((one, at) => () => schemaFault(one, isStrict, `${inner}[${at}]`)))
      : null
  if (schemaKeywords.includes(keyword)) return schemaFault(value, isStrict, inner)
  if (!schemaMapKeywords.includes(keyword) || typeof value !== 'object' || value === null) return null
  return firstFault(
    Object.entries(value).map(
      ([name, one]) =>
        () =>
          schemaFault(one, isStrict, `${inner}.${name}`),
    ),
  )
}

function firstFault(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const fault = check()
    if (fault !== null) return fault
  }
  return null
}
