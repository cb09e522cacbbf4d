import { isDeepStrictEqual } from 'node:util'
import {
  type Collection,
  type Environment,
  readCollection,
  readEnvironment,
  writeCollection,
  writeEnvironment,
} from '@parley/model'
import { mergeNamed } from './merge-request.ts'

/** An environment of the user's collection, with its path in the workspace. */
export interface PlacedEnvironment {
  readonly path: string
  readonly version: string
  readonly environment: Environment
}

/** The changes of an update to the collection itself and to its environments. */
export interface CollectionPlan {
  /** The updated collection; null: it is not changed. */
  readonly collection: Collection | null
  readonly added: readonly Environment[]
  readonly changed: readonly PlacedEnvironment[]
  /** The differences as lines for the user. */
  readonly lines: readonly string[]
}

/** Compares the collection-level parts of two versions of a document, by the same rule as for requests. */
export function planCollection(
  base: Collection,
  next: Collection,
  mine: Collection,
  environments: readonly PlacedEnvironment[],
): CollectionPlan {
  const lines: string[] = []
  const collection = mergedCollection(storedCollection(base), storedCollection(next), mine, lines)
  const added: Environment[] = []
  const changed: PlacedEnvironment[] = []
  for (const fresh of next.environments.map(storedEnvironment)) {
    const own = environments.find(one => one.environment.name === fresh.name)
    const old = base.environments.map(storedEnvironment).find(one => one.name === fresh.name)
    if (own === undefined) {
      // An environment of the earlier version is missing because the user deleted it.
      if (old !== undefined) continue
      added.push(fresh)
      lines.push(`New: the environment ${fresh.name}`)
      continue
    }
    const variables = mergeNamed(old?.variables ?? [], fresh.variables, own.environment.variables)
    if (isDeepStrictEqual(variables, own.environment.variables)) continue
    changed.push({ ...own, environment: { ...own.environment, variables } })
    lines.push(`Changed: the environment ${fresh.name}: variables`)
  }
  return { collection, added, changed, lines }
}

/** Merges version, description, authorization and variables; null if nothing changes. */
function mergedCollection(
  base: Collection,
  next: Collection,
  mine: Collection,
  lines: string[],
): Collection | null {
  const note = (what: string) => lines.push(`Changed: ${mine.name}: ${what}`)
  let merged = mine
  const take = (what: string, of: (one: Collection) => unknown, changed: () => Collection) => {
    if (isDeepStrictEqual(of(base), of(next)) || isDeepStrictEqual(of(mine), of(next))) return
    if (isDeepStrictEqual(of(mine), of(base))) {
      merged = changed()
      note(what)
    } else lines.push(`Kept: ${mine.name}: ${what} changed in the document and here; yours stays.`)
  }
  take(
    'the version',
    one => one.version,
    () => ({ ...merged, version: next.version }),
  )
  take(
    'the documentation',
    one => one.docs,
    () => {
      const { docs: _, ...rest } = merged
      return next.docs === undefined ? rest : { ...rest, docs: next.docs }
    },
  )
  take(
    'authorization',
    one => one.defaults.auth,
    () => ({ ...merged, defaults: { ...merged.defaults, auth: next.defaults.auth } }),
  )
  const variables = mergeNamed(base.defaults.variables, next.defaults.variables, mine.defaults.variables)
  if (!isDeepStrictEqual(variables, mine.defaults.variables)) {
    merged = { ...merged, defaults: { ...merged.defaults, variables } }
    note('variables')
  }
  return merged === mine ? null : merged
}

/** Returns the collection as it would be read from its file. */
function storedCollection(collection: Collection): Collection {
  const read = readCollection(writeCollection({ ...collection, items: [], environments: [] }))
  return read.ok ? read.value : collection
}

function storedEnvironment(environment: Environment): Environment {
  const read = readEnvironment(writeEnvironment(environment))
  return read.ok ? read.value : environment
}
