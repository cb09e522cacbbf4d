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

const quotes: readonly string[] = ["'", '"', '`']

/**
 * Finds the names that another client fills in and Parley does not, each with the first place that it is in. A variable
 * of the import with that name fills it in, as does a script that names it.
 */
export function unfilledNames(entities: Entities): readonly ImportLoss[] {
  const known = new Set<string>(dynamicVariableNames)
  const places = new Map<string, readonly string[]>()
  for (const { path, parts } of placesIn(entities)) {
    for (const { name } of parts.variables) known.add(name)
    visitTexts(parts, text => {
      for (const [, typed = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) {
        const name = typed.trim()
        if (beginnings.some(one => name.startsWith(one)) && !places.has(name)) places.set(name, path)
      }
    })
  }
  for (const script of entities.scripts) for (const name of quotedNames(script)) known.add(name)
  return [...places]
    .filter(([name]) => !known.has(name))
    .map(([name, path]) => ({ path, code: 'NAME_NOT_FILLED', subject: `{{${name}}}` }))
}

/** Returns the strings of a script that begin as such names do. */
function* quotedNames(script: string): Generator<string> {
  for (const quote of quotes)
    for (let at = script.indexOf(quote); at !== -1; at = script.indexOf(quote, at + 1)) {
      if (!beginnings.some(one => script.startsWith(one, at + 1))) continue
      const end = script.indexOf(quote, at + 1)
      if (end > 0) yield script.slice(at + 1, end)
    }
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

/** Visits the texts with names in a value, at any depth, without descriptions and examples. */
function visitTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') {
    if (value.includes('{{')) visit(value)
    return
  }
  if (Array.isArray(value)) {
    for (const one of value) visitTexts(one, visit)
    return
  }
  if (typeof value !== 'object' || value === null) return
  // Faster than entries, of which an import of ten thousand requests has a million.
  for (const name of Object.keys(value))
    if (name !== 'description' && name !== 'examples') visitTexts(Reflect.get(value, name), visit)
}
