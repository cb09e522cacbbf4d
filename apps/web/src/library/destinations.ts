import type { LibraryContainer, LibraryTree } from '@parley/server/contract'

/** A collection or folder that a request can be saved in. */
export interface Destination {
  readonly id: string
  readonly name: string
  /** Names, the collection's first. */
  readonly path: readonly string[]
  /** The folders in it. */
  readonly children: readonly Destination[]
}

/** The collections of a library with their folders, in the order of its tree. */
export function destinationsOf({ collections }: LibraryTree): readonly Destination[] {
  const destinationOf = (container: LibraryContainer, above: readonly string[]): Destination => {
    const path = [...above, container.name]
    const children = container.children.flatMap(child =>
      child.kind === 'folder' ? [destinationOf(child, path)] : [],
    )
    return { id: container.id, name: container.name, path, children }
  }
  return collections.map(collection => destinationOf(collection, []))
}

/** Returns the destination with an ID, at any depth. */
export function findDestination(places: readonly Destination[], id: string | null): Destination | null {
  for (const place of places) {
    const found = place.id === id ? place : findDestination(place.children, id)
    if (found !== null) return found
  }
  return null
}

/** Returns the destinations whose path contains the search text, with their ancestors. */
export function searchDestinations(places: readonly Destination[], search: string): readonly Destination[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return places
  return places.flatMap(place => {
    if (place.path.join(' / ').toLocaleLowerCase().includes(wanted)) return [place]
    const children = searchDestinations(place.children, search)
    return children.length === 0 ? [] : [{ ...place, children }]
  })
}

/** Returns the IDs of destinations and of all folders in them. */
export function destinationIds(places: readonly Destination[]): readonly string[] {
  return places.flatMap(({ id, children }) => [id, ...destinationIds(children)])
}

/** Returns the IDs of the ancestors of a destination, outermost first; empty if it does not exist. */
export function idsAbove(places: readonly Destination[], id: string): readonly string[] {
  const above = places.find(place => findDestination(place.children, id) !== null)
  return above === undefined ? [] : [above.id, ...idsAbove(above.children, id)]
}
