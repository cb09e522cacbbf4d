import type { CollectionEntry, FolderEntry, TreeItem, WorkspaceTree } from '@parley/workspace'
import type { LibraryContainer, LibraryNode, LibraryTree } from '../contract/index.ts'

/** Where an entry stands. */
export interface LibraryPlace {
  /** In the workspace. */
  readonly path: string
  /** From the collection down to the entry itself, or to its folder where it is a request. */
  readonly containers: readonly PlacedContainer[]
  /** Whether its file names it a GraphQL request. */
  readonly isGraphQl: boolean
}

interface PlacedContainer {
  /** Whether it is the sample collection of a first start. */
  readonly isSample: boolean
  readonly kind: 'collection' | 'folder'
  readonly name: string
  readonly path: string
}

const live = (badge: string, name: string) => ({
  badge,
  problem: `${name} requests cannot be opened in this version of Parley. The file stays as it is.`,
})

const liveKinds: ReadonlyMap<string, ReturnType<typeof live>> = new Map([
  ['websocket', live('WS', 'WebSocket')],
  ['grpc', live('gRPC', 'gRPC')],
  ['serverSentEvents', live('SSE', 'Server-Sent Events')],
])

/** A tree of the workspace as the page shows it, and the places of its ids. */
export class LibraryIndex {
  readonly tree: LibraryTree
  readonly #source: WorkspaceTree
  readonly #places = new Map<string, LibraryPlace>()
  readonly #ids = new Map<string, string>()
  readonly #parents = new Map<string, string>()

  constructor(source: WorkspaceTree) {
    this.#source = source
    const collections = source.collections.map(one => this.#container(one, []))
    this.tree = { workspaceName: source.name, collections }
  }

  isOf(source: WorkspaceTree): boolean {
    return this.#source === source
  }

  place(id: string): LibraryPlace | undefined {
    return this.#places.get(id)
  }

  idOfPath(path: string): string | undefined {
    return this.#ids.get(path)
  }

  /** The id of the collection or folder that an entry stands in. */
  parentOf(id: string): string | undefined {
    return this.#parents.get(id)
  }

  #container(entry: CollectionEntry | FolderEntry, above: readonly PlacedContainer[]): LibraryContainer {
    const { kind, id, name, path } = entry
    const isSample = kind === 'collection' && entry.isSample
    const containers = [...above, { kind, name, path, isSample }]
    this.#add(id, { path, containers, isGraphQl: false })
    const children = entry.items.flatMap(item => this.#node(item, containers))
    for (const child of children) this.#parents.set(child.id, id)
    return { kind, id, name, children }
  }

  /** Scripts and pages of other clients are in no tree; what cannot be opened or listed is, with the reason. */
  #node(item: TreeItem, containers: readonly PlacedContainer[]): readonly LibraryNode[] {
    if (item.kind === 'folder' && item.damage?.code !== 'TOO_DEEP') return [this.#container(item, containers)]
    const { id, name, path, damage } = item
    const { method, type } = item.kind === 'request' ? item : { method: '', type: '' }
    const live = liveKinds.get(type)
    if (type !== 'http' && type !== 'graphql' && live === undefined && damage === null) return []
    this.#add(id, { path, containers, isGraphQl: type === 'graphql' })
    if (damage !== null)
      return [{ kind: 'http', id, name, method: '', problem: `${damage.sentence} ${damage.nextStep}` }]
    const badge = type === 'graphql' ? 'GQL' : (live?.badge ?? method)
    return [{ kind: 'http', id, name, method: badge, problem: live?.problem ?? null }]
  }

  #add(id: string, place: LibraryPlace): void {
    this.#places.set(id, place)
    this.#ids.set(place.path, id)
  }
}
