import {
  type Collection,
  dynamicVariableNames,
  type Environment,
  type Item,
  type RequestDefaults,
  type Variable,
} from '@parley/model'
import type { ImportLoss } from '../imported.ts'

interface Entities {
  readonly collections: readonly Collection[]
  readonly environments: readonly Environment[]
  /** Global variables, and those of the workspace. */
  readonly variables: readonly Variable[]
  /** The texts of all scripts, which may set variables. */
  readonly scripts: readonly string[]
}

/**
 * How the names begin that other clients fill in by themselves: random values, prompts, functions, the vault of Postman
 * and the environment of the process.
 */
const beginnings = ['$', '?', '#', 'vault:', 'process.env.'] as const

const quotes = ["'", '"', '`'] as const

/**
 * Finds the names that another client fills in and Parley does not, each with the first place that it is in. A variable
 * of the import with that name fills it in, as does a script that names it.
 */
export function unfilledNames(entities: Entities): readonly ImportLoss[] {
  const known = new Set<string>(dynamicVariableNames)
  const places = new Map<string, readonly string[]>()
  for (const { path, parts } of placesIn(entities)) {
    for (const name of parts.variables.map(one => one.name)) known.add(name)
    for (const text of textsIn(parts))
      for (const [, typed = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) {
        const name = typed.trim()
        if (beginnings.some(one => name.startsWith(one)) && !places.has(name)) places.set(name, path)
      }
  }
  const isInScript = (name: string) =>
    entities.scripts.some(script => quotes.some(quote => script.includes(quote + name + quote)))
  return [...places]
    .filter(([name]) => !known.has(name) && !isInScript(name))
    .map(([name, path]) => ({ path, code: 'NAME_NOT_FILLED', subject: `{{${name}}}` }))
}

interface Place {
  readonly path: readonly string[]
  /** What is sent from there. */
  readonly parts: { readonly variables: readonly Variable[] }
}

function* placesIn({
  collections,
  environments,
  variables: shared,
}: Omit<Entities, 'scripts'>): Generator<Place> {
  for (const collection of collections) {
    const path = [collection.name]
    yield { path, parts: sentDefaults(collection.defaults) }
    for (const { name, variables } of collection.environments)
      yield { path: [...path, name], parts: { variables } }
    for (const item of collection.items) yield* placesInItem(item, path)
  }
  for (const { name, variables } of environments) yield { path: [name], parts: { variables } }
  yield { path: [], parts: { variables: shared } }
}

function* placesInItem(item: Item, outer: readonly string[]): Generator<Place> {
  if (item.kind === 'scriptFile' || item.kind === 'appFile') return
  const path = [...outer, item.name]
  if (item.kind === 'folder') {
    yield { path, parts: sentDefaults(item.defaults) }
    for (const one of item.items) yield* placesInItem(one, path)
    return
  }
  const { name: _name, tags: _tags, docs: _docs, scripts: _scripts, ...parts } = item
  yield { path, parts }
}

function sentDefaults({ scripts: _scripts, ...parts }: RequestDefaults): Place['parts'] {
  return parts
}

/** Returns the texts in a value, at any depth, without descriptions and examples. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value))
    if (name !== 'description' && name !== 'examples') yield* textsIn(one)
}
