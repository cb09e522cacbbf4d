import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

/**
 * For the golden tests alone: which places of the published OpenCollection schema a set of values
 * exercises. The schema's file is no part of the project; the tests that need it skip without it.
 */
const schemaFile = new URL(
  '../../../../shared/spec/opencollection/opencollection.schema.json',
  import.meta.url,
)

export const isSchemaPresent = existsSync(schemaFile)

type Schema = Readonly<Record<string, unknown>>

const schema: Schema = isSchemaPresent ? toSchema(JSON.parse(readFileSync(schemaFile, 'utf8'))) : {}
const schemaId = 'opencollection'
const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema({ ...schema, $id: schemaId })

/** What the schema refuses of a file; `extensions` are set aside, which it allows at its root only. */
export function schemaErrors(pointer: string, value: unknown): readonly string[] {
  const validate = ajv.getSchema(schemaId + pointer)
  if (validate === undefined) throw new Error(`The schema has no ${pointer}.`)
  validate(withoutExtensions(value, pointer === '#'))
  return (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
}

/** Collects what values exercise, by JSON pointers into the schema. */
export function schemaCoverage() {
  const seen = new Set<string>()
  return {
    walk: (pointer: string, value: unknown) =>
      markSeen(pointer, withoutExtensions(value, pointer === '#'), seen),
    unexercised: () => [...reachablePlaces('#')].filter(place => !seen.has(place)),
  }
}

function markSeen(pointer: string, value: unknown, seen: Set<string>): void {
  seen.add(pointer)
  const place = placeAt(pointer)
  if (typeof place.$ref === 'string') markSeen(place.$ref, value, seen)
  for (const [index, choice] of listOf(place.enum).entries()) {
    if (choice === value) seen.add(`${pointer}/enum/${index}=${String(choice)}`)
  }
  for (const index of listOf(place.oneOf).keys()) {
    const branch = `${pointer}/oneOf/${index}`
    if (ajv.getSchema(schemaId + branch)?.(value) === true) markSeen(branch, value, seen)
  }
  if (Array.isArray(value) && place.items !== undefined) {
    for (const entry of value) markSeen(`${pointer}/items`, entry, seen)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      if (Object.hasOwn(toSchema(place.properties), key))
        markSeen(`${pointer}/properties/${key}`, entry, seen)
    }
  }
}

/** Every place that a value could exercise; a definition that nothing refers to is none. */
function reachablePlaces(pointer: string, found = new Set<string>()): Set<string> {
  if (found.has(pointer)) return found
  found.add(pointer)
  const place = placeAt(pointer)
  if (typeof place.$ref === 'string') reachablePlaces(place.$ref, found)
  for (const [index, choice] of listOf(place.enum).entries()) {
    found.add(`${pointer}/enum/${index}=${String(choice)}`)
  }
  for (const index of listOf(place.oneOf).keys()) reachablePlaces(`${pointer}/oneOf/${index}`, found)
  if (place.items !== undefined) reachablePlaces(`${pointer}/items`, found)
  for (const key of Object.keys(toSchema(place.properties))) {
    reachablePlaces(`${pointer}/properties/${key}`, found)
  }
  return found
}

/** Definitions that no place of the schema refers to. */
export function unreachableDefinitions(): readonly string[] {
  const reachable = reachablePlaces('#')
  return Object.keys(toSchema(schema.$defs)).filter(name => !reachable.has(`#/$defs/${name}`))
}

function placeAt(pointer: string): Schema {
  const steps = pointer.split('/').slice(1)
  return toSchema(steps.reduce<unknown>((place, step) => Reflect.get(Object(place), step), schema))
}

function withoutExtensions(value: unknown, isRoot: boolean): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutExtensions(entry, false))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isRoot || key !== 'extensions')
      .map(([key, entry]) => [key, key === 'extensions' ? entry : withoutExtensions(entry, false)]),
  )
}

function toSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
