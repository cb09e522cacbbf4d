import { join } from 'node:path'
import type { EditedVariable, SecretPlace } from '../contract/index.ts'
import { sampleId, type TestClient } from '../start-test-server.testkit.ts'

interface Owner {
  readonly place: SecretPlace
  /** Its file, from the folder of the workspace; null: it is in the app data. */
  readonly file: string | null
}

/** Each owner of a secret variable; the sample has the folder and the collection. */
export const secretOwners: Readonly<Record<SecretPlace['kind'], (client: TestClient) => Promise<Owner>>> = {
  async environment(client) {
    const made = await client.environments.create({ name: 'E', variables: [] })
    if (made.state === 'failed') throw new Error(made.sentence)
    await client.environments.activate({ id: made.id })
    return { place: { kind: 'environment', id: made.id }, file: join('environments', 'E.yml') }
  },
  workspace: async () => ({ place: { kind: 'workspace' }, file: 'workspace.yml' }),
  global: async () => ({ place: { kind: 'global' }, file: null }),
  async collection(client) {
    const id = await sampleId(client)
    const tree = await client.library.readTree()
    const name = tree.collections.find(one => one.id === id)?.name ?? ''
    return { place: { kind: 'collection', id }, file: join(name, 'opencollection.yml') }
  },
  async folder(client) {
    const made = await client.library.createFolder({ parentId: await sampleId(client), name: 'Own' })
    if (made.state === 'failed') throw new Error(made.sentence)
    const { file } = await secretOwners.collection(client)
    return {
      place: { kind: 'folder', id: made.id },
      file: join(file ?? '', '..', 'Own', 'folder.yml'),
    }
  },
}

/** The kinds of owners. */
export const ownerKinds = Object.keys(secretOwners).filter(
  (kind): kind is SecretPlace['kind'] => kind in secretOwners,
)

/** Returns the variables of an owner. */
export async function openVariables(
  client: TestClient,
  place: SecretPlace,
): Promise<readonly EditedVariable[]> {
  return (await opened(client, place)).variables
}

/** Replaces the variables of an owner. */
export async function saveVariables(
  client: TestClient,
  place: SecretPlace,
  variables: readonly EditedVariable[],
): Promise<void> {
  const { version: baseVersion, content } = await opened(client, place)
  const saved =
    content === null || !isContainer(place)
      ? await client.variables.save({ place: sharedPlace(place), variables: [...variables], baseVersion })
      : await client.library.saveContainer({
          id: place.id,
          content: { ...content, defaults: { ...content.defaults, variables } },
          baseVersion,
        })
  if (saved.state !== 'saved') throw new Error(JSON.stringify(saved))
}

async function opened(client: TestClient, place: SecretPlace) {
  if (isContainer(place)) {
    const { content, version } = await client.library.readContainer({ id: place.id })
    return { variables: content.defaults.variables, version, content }
  }
  const read = await client.variables.open({ place: sharedPlace(place) })
  if (read.state === 'failed') throw new Error(read.sentence)
  return { ...read, content: null }
}

type ContainerPlace = Extract<SecretPlace, { readonly kind: 'collection' | 'folder' }>

function isContainer(place: SecretPlace): place is ContainerPlace {
  return place.kind === 'collection' || place.kind === 'folder'
}

function sharedPlace(place: SecretPlace): Exclude<SecretPlace, ContainerPlace> {
  if (isContainer(place)) throw new Error('A collection or folder has no place of shared variables')
  return place
}
