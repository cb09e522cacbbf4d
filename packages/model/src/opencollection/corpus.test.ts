import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type OpenCollectionObject,
  readCollection,
  readEnvironment,
  readFolder,
  readItem,
  writeCollection,
  writeEnvironment,
  writeFolder,
  writeItem,
} from '../index.ts'
import { ok, type Result } from '../result.ts'
import type { ReadProblem } from './read-problem.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/bruno/', import.meta.url))
const isCorpusPresent = existsSync(corpus)

/** Every YAML file below a collection's folder, but those of other programs. */
const files = (isCorpusPresent ? globSync('**/opencollection.yml', { cwd: corpus }) : []).flatMap(root => {
  const folder = root.slice(0, -'opencollection.yml'.length)
  return globSync(`${folder}**/*.yml`, { cwd: corpus }).sort()
})

describe('collections of other people', needs(isCorpusPresent, corpusNeed), () => {
  it('are many', () => {
    expect(files.length).toBeGreaterThan(200)
  })

  it.each(files)('%s can be read, and reads the same after it is written', path => {
    const value: unknown = parse(readFileSync(corpus + path, 'utf8'))
    const problems = through(path, value)
    expect(problems).toEqual(knownProblems.find(known => path.includes(known.file))?.problems ?? [])
  })
})

/** Files that their own project keeps as broken, or that hold what the format does not know. */
const knownProblems = [
  { file: 'EdgeGrid Inherit 200.yml', problems: [] },
  { file: 'akamai-edgegrid/fixtures/collections/yml/environments/', problems: [] },
  { file: 'akamai-edgegrid/fixtures/collections/yml/opencollection.yml', problems: ['request.auth.type'] },
  { file: 'akamai-edgegrid/', problems: ['http.auth.type'] },
  { file: 'collection/users/create-user.yml', problems: ['http.body.type'] },
  { file: 'invalid-tags-yml-request', problems: ['info.tags'] },
]

/** The places of problems; none where the file reads and its written form reads the same. */
function through(path: string, value: unknown): readonly string[] {
  if (path.endsWith('opencollection.yml')) return reread(path, value, readCollection, writeCollection)
  if (path.endsWith('/folder.yml')) return reread(path, value, readFolder, writeFolder)
  if (path.includes('/environments/')) return reread(path, value, readEnvironment, writeEnvironment)
  return reread(path, value, readItem, writeItem)
}

function reread<Entity>(
  path: string,
  value: unknown,
  read: (value: unknown) => Result<Entity, readonly ReadProblem[]>,
  write: (entity: Entity) => OpenCollectionObject,
): readonly string[] {
  const result = read(value)
  if (!result.ok) return result.failure.map(problem => problem.path.join('.'))
  const written = write(result.value)
  expect(read(written)).toEqual(ok(result.value))
  const isStranger = (place: string) => strangers.some(([file, key]) => path.includes(file) && place === key)
  expect(lost(value, written).filter(leaf => !isStranger(leaf.place))).toEqual([])
  return []
}

/** Leaves of the file that the written form lacks; `extensions` and unknown keys are the file layer's. */
function lost(before: unknown, after: unknown, place = ''): readonly Leaf[] {
  if (Array.isArray(before)) {
    return before.flatMap((entry: unknown, index) =>
      lost(entry, Array.isArray(after) ? after[index] : undefined, `${place}[${index}]`),
    )
  }
  if (typeof before === 'object' && before !== null) {
    const other = typeof after === 'object' && after !== null ? after : {}
    return Object.entries(before)
      .filter(([key]) => !keysOfOthers.has(key))
      .flatMap(([key, entry]) => lost(entry, Reflect.get(other, key), `${place}.${key}`))
  }
  const isDefault = before === false || before === '' || before === null
  return Object.is(before, after) || (isDefault && after === undefined) ? [] : [{ place, value: before }]
}

interface Leaf {
  readonly place: string
  readonly value: unknown
}

/** `meta` and `enabled` are no keys of the format. */
const keysOfOthers = new Set(['extensions', 'meta', 'enabled', 'opencollection'])

/** Keys of the format that stand where it has no place for them, and No Auth, which it has no word for. */
const strangers = [
  ['websockets/', '.settings.encodeUrl'],
  ['websockets/folder.yml', '.runtime.scripts[0].type'],
  ['websockets/folder.yml', '.runtime.scripts[0].code'],
  ['get_share_info.yml', '.http.auth.type'],
] as const
