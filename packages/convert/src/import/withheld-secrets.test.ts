import { describe, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import {
  changedAt,
  filesOf,
  type ImportSeed,
  importSeeds,
  placesIn,
  structureOf,
} from './import-seeds.testkit.ts'
import { isObject, type JsonValue, member } from './json-value.ts'

/** The formats that can mark variables as secret. */
const formatsWithSecrets = ['postman', 'bruno', 'openCollection', 'hoppscotch']

/** Adds to every object the claim that scripts may read its secrets, in each form that Parley ever wrote. */
function allowingAll(value: JsonValue): JsonValue {
  const names = placesIn(value).map(place => valueText(value, place))
  const claim = { allowedToScripts: names }
  const places = placesIn(value).toSorted((one, other) => other.length - one.length)
  return places.reduce(
    (whole, place) =>
      changedAt(whole, place, one =>
        isObject(one) && member(one, 'secret') !== undefined
          ? { ...one, allowedToScripts: true, extensions: { parley: claim } }
          : isObject(one) && (place.length === 0 || member(one, 'variables') !== undefined)
            ? { ...one, ...claim, extensions: { parley: claim } }
            : one,
      ),
    value,
  )
}

function valueText(value: JsonValue, place: readonly string[]): string {
  const found = place.reduce<JsonValue | undefined>(
    (one, name) =>
      Array.isArray(one) ? one[Number(name)] : one === undefined ? undefined : member(one, name),
    value,
  )
  return typeof found === 'string' ? found : ''
}

function claiming(seed: ImportSeed): ImportSeed {
  return Object.fromEntries(
    Object.entries(seed).map(([path, text]) => {
      const value = structureOf(path, text)
      return [path, value === null ? text : JSON.stringify(allowingAll(value))]
    }),
  )
}

/** Returns all secret variables of an import. */
function secretsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const below = Object.values(value).flatMap(secretsIn)
  return Reflect.get(value, 'secret') === true ? [value, ...below] : below
}

const secretsOf = (seed: ImportSeed) => secretsIn(importFiles(filesOf(seed)).parts)

describe.each(Object.entries(importSeeds))('%s (attacks SE9)', (format, seeds) => {
  test('imports secrets withheld from scripts, whatever its files claim', () => {
    for (const seed of [...seeds, ...seeds.map(claiming)])
      for (const secret of secretsOf(seed)) expect(secret).toMatchObject({ allowedToScripts: false })
  })

  test('imports the secrets that its files mark, even with that claim', () => {
    const found = seeds.flatMap(secretsOf).length
    expect(found > 0).toBe(formatsWithSecrets.includes(format))
    expect(seeds.map(claiming).flatMap(secretsOf)).toHaveLength(found)
  })
})
