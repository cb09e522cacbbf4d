import { type Collection, type HttpRequest, type Item, withAlignedParams } from '@parley/model'
import { environmentSchema, requestDefaultsSchema, requestSchema, variableSchema } from '@parley/model/schema'
import { expect } from 'vitest'
import type { Imported } from './imported.ts'

/** Counts the requests of collections, in all folders. */
export function requestsIn(collections: readonly Collection[]): number {
  const count = (items: readonly Item[]): number =>
    items.reduce(
      (sum, item) =>
        sum +
        (item.kind === 'folder'
          ? count(item.items)
          : item.kind === 'scriptFile' || item.kind === 'appFile'
            ? 0
            : 1),
      0,
    )
  return collections.reduce((sum, collection) => sum + count(collection.items), 0)
}

/** Returns the HTTP requests among items, in all folders, in their order. */
export function httpRequestsIn(items: readonly Item[]): readonly HttpRequest[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return httpRequestsIn(item.items)
    return item.kind === 'http' ? [item] : []
  })
}

/** Throws if an entity does not match its schema. */
export function expectValidEntities({ collections, environments, globals }: Imported): void {
  const visit = (item: Item): void => {
    if (item.kind === 'folder') {
      requestDefaultsSchema.parse(item.defaults)
      item.items.forEach(visit)
    } else {
      requestSchema.parse(item)
      // The rows of the import are those of its URL already.
      if (item.kind !== 'grpc' && 'params' in item) expect(withAlignedParams(item)).toBe(item)
    }
  }
  for (const collection of collections) {
    requestDefaultsSchema.parse(collection.defaults)
    collection.environments.forEach(one => void environmentSchema.parse(one))
    collection.items.forEach(visit)
  }
  for (const environment of environments) environmentSchema.parse(environment)
  for (const variable of globals) variableSchema.parse(variable)
}
