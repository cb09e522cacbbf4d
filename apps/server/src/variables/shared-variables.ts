import { isDeepStrictEqual } from 'node:util'
import { nothingUnsaved, type UnsavedDrafts } from '../contract/index.ts'
import type { SharedVariables } from '../library/library.ts'
import { unreadSentence } from '../library/unread-sentence.ts'
import { inheritedEnvironment, type OpenedEnvironment } from './inherited-environment.ts'
import { draftOf, withDraft } from './unsaved-variables.ts'
import type { VariableOwners } from './variable-owners.ts'

/**
 * Returns the variables that a send uses, apart from those of its collection, and what files of them cannot be read.
 * @param drafts what the window that sends has not saved; it takes the place of what is saved
 */
export async function sharedVariables(
  owners: VariableOwners,
  drafts: UnsavedDrafts = nothingUnsaved,
): Promise<SharedVariables> {
  const unread: string[] = []
  const [environment, file, globals] = await Promise.all([
    activeEnvironment(owners, drafts, unread),
    owners.workspace.readWorkspaceFile(),
    owners.globals.read(),
  ])
  for (const read of [file, globals]) if (!read.ok) unread.push(unreadSentence(read.failure) ?? '')
  const ofWorkspace = draftOf(drafts, { kind: 'workspace' })
  const workspace = withDraft(
    file.ok ? { ...file.value, variables: file.value.entity.variables } : noVariables,
    ofWorkspace?.variables ?? null,
    'Workspace',
  )
  const savedHeaders = file.ok ? (file.value.entity.headers ?? []) : []
  const workspaceHeaders = ofWorkspace?.headers ?? savedHeaders
  const global = withDraft(
    globals.ok ? { ...globals.value, variables: globals.value.entity } : noVariables,
    draftOf(drafts, { kind: 'global' })?.variables ?? null,
    'Global',
  )
  return {
    environment: environment?.entity ?? null,
    workspaceVariables: workspace.variables,
    workspaceHeaders,
    globalVariables: global.variables,
    secretValues: {
      ...(environment === null ? {} : { environment: environment.secretVariables }),
      workspace: workspace.secretVariables,
      global: global.secretVariables,
    },
    unsavedVariables: {
      ...(environment === null ? {} : { environment: environment.unsaved }),
      workspace: workspace.unsaved,
      global: global.unsaved,
    },
    areHeadersUnsaved: !isDeepStrictEqual(workspaceHeaders, savedHeaders),
    unread: unread.filter(sentence => sentence !== ''),
  }
}

async function activeEnvironment(
  owners: VariableOwners,
  drafts: UnsavedDrafts,
  unread: string[],
): Promise<OpenedEnvironment | null> {
  const active = owners.activeEnvironment()
  if (active === undefined) return null
  return inheritedEnvironment(active.name, async name => {
    const entry = name === active.name ? active : owners.siblingNamed(active, name)
    const read = entry === undefined ? null : await owners.workspace.readEnvironment(entry.path)
    if (read?.ok === false) unread.push(unreadSentence(read.failure) ?? '')
    if (entry === undefined || !read?.ok) return null
    const { entity, secretVariables } = read.value
    const saved = { variables: entity.variables, secretVariables }
    const { variables, ...shown } = withDraft(
      saved,
      draftOf(drafts, { kind: 'environment', id: entry.id })?.variables ?? null,
      entry.name,
    )
    return { entity: { ...entity, variables }, ...shown }
  })
}

const noVariables = { variables: [], secretVariables: new Map<string, string>() }
