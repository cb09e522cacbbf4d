import { evenly } from '@parley/testkit/evenly'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { importFiles } from './import-files.ts'
import {
  changedAt,
  filesOf,
  type ImportSeed,
  importSeeds,
  placesIn,
  structureOf,
} from './import-seeds.testkit.ts'
import { isObject, type JsonObject, type JsonValue } from './json-value.ts'

/**
 * Names that are special in JavaScript, each with a harmless twin of the same length and kind. An import must
 * treat both alike.
 */
const namesWithTwins: readonly (readonly [name: string, twin: string])[] = [
  ['__proto__', '__prota__'],
  ['constructor', 'constructar'],
  ['prototype', 'prototypa'],
  ['toString', 'toStrang'],
]

/** A key of YAML that would merge its value into the surrounding object. */
const mergeWithTwin = ['<<', '<='] as const

/** In a file with more places than this, only a sample in even steps is tested. */
const maximumPlaces = 16

interface Variant {
  readonly what: string
  readonly names: typeof namesWithTwins
  /** Returns the file with this name in it. */
  write(name: string): string
}

function some<Value>(values: readonly Value[]): readonly Value[] {
  const step = Math.max(1, Math.ceil(values.length / maximumPlaces))
  return values.filter((_, index) => index % step === 0)
}

function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]])
}

/**
 * Puts the name as a key into every object: next to its members, and instead of them, so that they are
 * reached only by it.
 */
function asKeys(value: JsonValue): readonly Variant[] {
  const objects = placesIn(value).filter(place => isObject(valueAt(value, place)))
  const poison = (name: string): JsonObject => ({
    polluted: 1,
    ...Object.fromEntries([[name, { polluted: 1 }]]),
  })
  const changes = some(objects).flatMap(place => [
    {
      what: `next to the members of /${place.join('/')}`,
      change: (name: string) =>
        changedAt(value, place, one => (isObject(one) ? withMember(one, name, poison(name)) : one)),
    },
    {
      what: `with the members of /${place.join('/')}`,
      change: (name: string) =>
        changedAt(value, place, one =>
          isObject(one) ? Object.fromEntries([[name, { ...poison(name), ...one }]]) : one,
        ),
    },
  ])
  return changes.flatMap(({ what, change }) => [
    { what: `JSON, a key ${what}`, names: namesWithTwins, write: name => JSON.stringify(change(name)) },
    {
      what: `YAML, a key ${what}`,
      names: [...namesWithTwins.slice(0, 1), mergeWithTwin],
      write: name => stringify(change(name), { aliasDuplicateObjects: false }),
    },
  ])
}

/**
 * Puts the name in place of every text, and as the last part of every path, because types, references and
 * similar texts are looked up.
 */
function asTexts(value: JsonValue): readonly Variant[] {
  const texts = placesIn(value).filter(place => typeof valueAt(value, place) === 'string')
  return some(texts).flatMap(place => [
    {
      what: `the text of /${place.join('/')}`,
      names: namesWithTwins,
      write: (name: string) => JSON.stringify(changedAt(value, place, () => name)),
    },
    {
      what: `the end of /${place.join('/')}`,
      names: namesWithTwins,
      write: (name: string) =>
        JSON.stringify(changedAt(value, place, one => String(one).replace(/[^/]*$/, name))),
    },
  ])
}

/**
 * Puts the name in place of every word of a text that is neither JSON nor YAML, except words like `-abc`, in
 * which each letter is an option.
 */
function asWords(text: string): readonly Variant[] {
  return some([...text.matchAll(/(?<!(?<!-)-)\b[A-Za-z_][\w.]*/g)]).map(({ 0: word, index }) => ({
    what: `the word ${word} at ${index}`,
    names: namesWithTwins,
    write: name => text.slice(0, index) + name + text.slice(index + word.length),
  }))
}

function valueAt(value: JsonValue, place: readonly string[]): JsonValue | undefined {
  return place.reduce<JsonValue | undefined>(
    (one, name) =>
      typeof one === 'object' && one !== null
        ? Object.entries(one).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  )
}

function variantsOf(path: string, text: string): readonly Variant[] {
  const value = structureOf(path, text)
  return value === null ? asWords(text) : [...asKeys(value), ...asTexts(value)]
}

/** Returns the result of an import without its input bytes, in lower case because some names change case. */
function imported(seed: ImportSeed): string {
  const { parts, refused } = importFiles(filesOf(seed))
  return JSON.stringify([parts.map(({ document: _bytes, ...part }) => part), refused]).toLowerCase()
}

/**
 * Replaces the twin with the name in a result, comparing only letters, because `_` becomes a space in some
 * names.
 */
function withName(result: string, name: string, twin: string): string {
  const letters = (text: string) => text.toLowerCase().replaceAll('_', '')
  return result.replaceAll(letters(twin), letters(name))
}

const cases = Object.entries(importSeeds).flatMap(([format, seeds]) =>
  seeds.flatMap(seed => Object.keys(seed).map(path => ({ format, path, seed }))),
)

/** Tests hostile names in the places of imported files: one place of `everyNth`. */
export function testHostileNames(everyNth: number): void {
  describe('a name that is special in JavaScript or YAML is an ordinary name (attacks IM5)', () => {
    test.each(cases)('$format: $path', ({ path, seed }) => {
      const variants = variantsOf(path, seed[path] ?? '')
      const chosen = evenly(variants, Math.ceil(variants.length / everyNth))
      for (const { what, names, write } of chosen)
        for (const [name, twin] of names) {
          const hostile = imported({ ...seed, [path]: write(name) })
          const harmless = imported({ ...seed, [path]: write(twin) })
          expect(hostile, `${name}: ${what}`).toBe(withName(harmless, name, twin))
        }
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    })
  })
}
