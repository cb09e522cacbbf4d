import { isDeepStrictEqual } from 'node:util'
import type { UnsavedDefaults } from '@parley/engine'
import type { Collection, Folder, RequestDefaults, UnsavedPart } from '@parley/model'
import type { UnsavedDrafts } from '../contract/index.ts'
import { withDraft } from '../variables/unsaved-variables.ts'

type Container = Collection | Folder

/** A collection or folder as a page shows it; `unsaved` is null if that is what its file says. */
export interface ShownContainer {
  readonly entity: Container
  /** The values of its secret variables. */
  readonly secretVariables: ReadonlyMap<string, string>
  readonly unsaved: UnsavedDefaults | null
}

/** Returns a container with what a window has not saved of it. */
export function withUnsavedDefaults(
  { entity, secretVariables }: Omit<ShownContainer, 'unsaved'>,
  id: string,
  drafts: UnsavedDrafts,
): ShownContainer {
  const draft = drafts.containers.find(one => one.id === id)
  if (draft === undefined) return { entity, secretVariables, unsaved: null }
  const saved = { variables: entity.defaults.variables, secretVariables }
  const shown = withDraft(saved, draft.defaults.variables, entity.name)
  return {
    entity: { ...entity, defaults: { ...draft.defaults, variables: shown.variables } },
    secretVariables: shown.secretVariables,
    unsaved: { variables: shown.unsaved, parts: changedParts(entity.defaults, draft.defaults) },
  }
}

type OtherDefaults = Omit<RequestDefaults, 'variables'>

/** What else than variables requests inherit; the compiler asks for each part. */
const partOf: Readonly<Record<keyof OtherDefaults, UnsavedPart>> = {
  headers: 'headers',
  metadata: 'headers',
  auth: 'authorization',
  scripts: 'scripts',
  settings: 'settings',
  graphqlSettings: 'settings',
}

function changedParts(saved: OtherDefaults, draft: OtherDefaults): readonly UnsavedPart[] {
  const changed = Object.entries(partOf).flatMap(([key, part]) =>
    isDeepStrictEqual(Reflect.get(saved, key), Reflect.get(draft, key)) ? [] : [part],
  )
  return [...new Set(changed)]
}
