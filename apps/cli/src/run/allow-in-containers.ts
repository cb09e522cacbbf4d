import type { Collection, Folder, Variable } from '@parley/model'
import { type AllowedSecrets, allowTypedSecrets } from './read-secrets.ts'
import type { RunSource, SourceCollection } from './run-source.ts'

type Container = Collection | Folder

/** Returns a source whose collections and folders allow scripts the secrets that the command line allows. */
export function allowInContainers(source: RunSource, allowed: AllowedSecrets): RunSource {
  if (!allowed.all && allowed.names.size === 0) return source
  return { ...source, collections: source.collections.map(one => withAllowed(one, allowed)) }
}

/** Returns the variables of a collection and of all folders in it. */
export function containerVariables(container: Container): readonly Variable[] {
  const below = container.items.flatMap(item => (item.kind === 'folder' ? containerVariables(item) : []))
  return [...container.defaults.variables, ...below]
}

/** Paths and secrets are looked up by the objects that were read, so they get the copies as well. */
function withAllowed(one: SourceCollection, allowed: AllowedSecrets): SourceCollection {
  const { pathOf, containerSecrets = new Map<Container, ReadonlyMap<string, string>>() } = one
  const originals = new Map<Folder, Folder>()
  const secrets = new Map<Container, ReadonlyMap<string, string>>()
  const copyOf = <Some extends Container>(container: Some): Some => {
    const variables = allowTypedSecrets(container.defaults.variables, allowed)
    const items = container.items.map(item => (item.kind === 'folder' ? copyOfFolder(item) : item))
    const copy: Some = { ...container, items, defaults: { ...container.defaults, variables } }
    const values = containerSecrets.get(container)
    if (values !== undefined) secrets.set(copy, values)
    return copy
  }
  const copyOfFolder = (folder: Folder): Folder => {
    const copy = copyOf(folder)
    originals.set(copy, folder)
    return copy
  }
  const ofCopies: SourceCollection = {
    ...one,
    collection: copyOf(one.collection),
    containerSecrets: secrets,
  }
  if (pathOf === undefined) return ofCopies
  return {
    ...ofCopies,
    pathOf: item => pathOf(item.kind === 'folder' ? (originals.get(item) ?? item) : item),
  }
}
