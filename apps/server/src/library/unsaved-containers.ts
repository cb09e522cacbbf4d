import { isDeepStrictEqual } from 'node:util'
import type { UnsavedDefaults } from '@parley/engine'
import type { Collection, Folder, RequestDefaults, UnsavedPart } from '@parley/model'
import type { UnsavedDrafts } from '../contract/index.ts'
import { differences } from '../variables/unsaved-variables.ts'

type Container = Collection | Folder

/** A collection or folder as a page shows it; `unsaved` is null if that is what its file says. */
export interface ShownContainer {
  readonly entity: Container
  readonly unsaved: UnsavedDefaults | null
}

/** Returns a container with what a window has not saved of it. */
export function withUnsavedDefaults(entity: Container, id: string, drafts: UnsavedDrafts): ShownContainer {
  const draft = drafts.containers.find(one => one.id === id)
  if (draft === undefined) return { entity, unsaved: null }
  const { defaults } = draft
  const unsaved = {
    variables: differences(ownedBy(entity.defaults), ownedBy(defaults), entity.name),
    parts: changedParts(entity.defaults, defaults),
  }
  return { entity: { ...entity, defaults }, unsaved }
}

/** What else than variables requests inherit; the compiler asks for each part. */
const partOf: Readonly<Record<Exclude<keyof RequestDefaults, 'variables'>, UnsavedPart>> = {
  headers: 'headers',
  metadata: 'headers',
  auth: 'authorization',
  scripts: 'scripts',
  settings: 'settings',
  graphqlSettings: 'settings',
}

function changedParts(saved: RequestDefaults, draft: RequestDefaults): readonly UnsavedPart[] {
  const changed = Object.entries(partOf).flatMap(([key, part]) =>
    isDeepStrictEqual(Reflect.get(saved, key), Reflect.get(draft, key)) ? [] : [part],
  )
  return [...new Set(changed)]
}

function ownedBy({ variables }: RequestDefaults) {
  return { variables, secretVariables: new Map<string, string>() }
}
