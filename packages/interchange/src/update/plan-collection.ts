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

/** An environment of the user's collection, with its place in the workspace. */
export interface PlacedEnvironment {
  readonly path: string
  readonly version: string
  readonly environment: Environment
}

/** What an update does to the collection itself and to its environments. */
export interface CollectionPlan {
  /** What the collection becomes; null: it stays. */
  readonly collection: Collection | null
  readonly added: readonly Environment[]
  readonly changed: readonly PlacedEnvironment[]
  /** The difference in lines for people. */
  readonly lines: readonly string[]
}

/** Compares what two versions of a document say of the whole, by the rule that requests go by. */
export function planCollection(
  base: Collection,
  next: Collection,
  mine: Collection,
  environments: readonly PlacedEnvironment[],
): CollectionPlan {
  const lines: string[] = []
  const collection = mergedCollection(asKept(base), asKept(next), mine, lines)
  const added: Environment[] = []
  const changed: PlacedEnvironment[] = []
  for (const fresh of next.environments.map(asKeptEnvironment)) {
    const own = environments.find(one => one.environment.name === fresh.name)
    const old = base.environments.map(asKeptEnvironment).find(one => one.name === fresh.name)
    if (own === undefined) {
      // One that was there before is gone because the user deleted it.
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

/** Version, description, authorization and variables; null where nothing of them changes. */
function mergedCollection(
  base: Collection,
  next: Collection,
  mine: Collection,
  lines: string[],
): Collection | null {
  const tell = (what: string) => lines.push(`Changed: ${mine.name}: ${what}`)
  let merged = mine
  const take = (what: string, of: (one: Collection) => unknown, changed: () => Collection) => {
    if (isDeepStrictEqual(of(base), of(next)) || isDeepStrictEqual(of(mine), of(next))) return
    if (isDeepStrictEqual(of(mine), of(base))) {
      merged = changed()
      tell(what)
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
    tell('variables')
  }
  return merged === mine ? null : merged
}

/** As it would come back from its file. */
function asKept(collection: Collection): Collection {
  const read = readCollection(writeCollection({ ...collection, items: [], environments: [] }))
  return read.ok ? read.value : collection
}

function asKeptEnvironment(environment: Environment): Environment {
  const read = readEnvironment(writeEnvironment(environment))
  return read.ok ? read.value : environment
}
