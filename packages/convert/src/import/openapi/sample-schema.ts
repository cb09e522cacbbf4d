import { isRawNumber } from '@parley/model'
import {
  entriesOf,
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  member,
  textMember,
} from '../json-value.ts'
import type { References } from './references.ts'

/** The maximum depth and size of a sample, which is only a starting point. */
const maximumSampleDepth = 8
const maximumSampleNodes = 500

/** Returns a value for a schema: its own example if it has one, otherwise one generated from its types. */
export function sampleSchema(schema: JsonValue | undefined, references: References): JsonValue {
  return new Sampling(references).sample(schema, 0)
}

class Sampling {
  readonly #references: References
  readonly #above = new Set<JsonValue>()
  #nodes = 0

  constructor(references: References) {
    this.#references = references
  }

  sample(value: JsonValue | undefined, depth: number): JsonValue {
    const schema = this.#references.resolve(value)
    this.#nodes += 1
    if (!isObject(schema) || this.#above.has(schema)) return null
    const stated = statedValue(schema)
    if (stated !== undefined) return this.#references.exampleOf(stated)
    if (depth >= maximumSampleDepth || this.#nodes > maximumSampleNodes) return null
    this.#above.add(schema)
    const sample = this.#made(schema, depth)
    this.#above.delete(schema)
    return sample
  }

  #made(schema: JsonObject, depth: number): JsonValue {
    const all = listOf(member(schema, 'allOf'))
    if (all.length > 0) return this.#merged([...all, withoutAllOf(schema)], depth)
    const choice = listOf(member(schema, 'oneOf') ?? member(schema, 'anyOf'))
    const chosen = choice.find(one => textMember(this.#references.resolve(one), 'type') !== 'null')
    if (chosen !== undefined) {
      const sample = this.sample(chosen, depth)
      const own = isObject(member(schema, 'properties')) ? this.#object(schema, depth) : null
      return isObject(sample) && isObject(own) ? { ...own, ...sample } : sample
    }
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth)
      case 'array': {
        const items = member(schema, 'items')
        const sample = items === undefined ? null : this.sample(items, depth + 1)
        // A recursive schema ends here.
        return sample === null ? [] : [sample]
      }
      case 'integer':
      case 'number':
        return numberOf(schema)
      case 'boolean':
        return true
      case 'string':
        return stringOf(schema)
    }
    return null
  }

  #merged(schemas: readonly JsonValue[], depth: number): JsonValue {
    const samples = schemas.map(one => this.sample(one, depth))
    const objects = samples.filter(isObject)
    if (objects.length > 0) return Object.fromEntries(objects.flatMap(one => Object.entries(one)))
    return samples.find(one => one !== null) ?? null
  }

  #object(schema: JsonObject, depth: number): JsonValue {
    const properties = entriesOf(member(schema, 'properties')).filter(
      ([, one]) => member(this.#references.resolve(one), 'readOnly') !== true,
    )
    return Object.fromEntries(properties.map(([name, one]) => [name, this.sample(one, depth + 1)]))
  }
}

function statedValue(schema: JsonObject): JsonValue | undefined {
  for (const name of ['example', 'const', 'default']) {
    const stated = member(schema, name)
    if (stated !== undefined) return stated
  }
  return listOf(member(schema, 'examples'))[0] ?? listOf(member(schema, 'enum'))[0]
}

function withoutAllOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'allOf'))
}

/** Returns the type, which may be a list since 3.1, or is deduced from the other members. */
export function typeOf(schema: JsonObject): string {
  const type = member(schema, 'type')
  const named = typeof type === 'string' ? type : listOf(type).find(one => one !== 'null')
  if (typeof named === 'string') return named
  if (member(schema, 'properties') !== undefined || member(schema, 'additionalProperties') !== undefined)
    return 'object'
  return member(schema, 'items') === undefined ? '' : 'array'
}

function numberOf(schema: JsonObject): JsonValue {
  const minimum = member(schema, 'minimum')
  return minimum !== undefined && (typeof minimum === 'number' || isRawNumber(minimum)) ? minimum : 0
}

const formats: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
])

function stringOf(schema: JsonObject): string {
  return formats.get(textMember(schema, 'format')) ?? 'string'
}
