import type { LibraryTree } from '@parley/server/contract'
import { entriesById } from '../../library/find-entry.ts'
import { isVariablesTab, type OpenTab } from '../tabs/request-tab.ts'
import { type UnsavedContent, unsavedContent } from './unsaved-content.ts'

/** What a run reads: its requests, what they inherit from, and the active environment. */
export interface RunScope {
  readonly tree: LibraryTree | null
  readonly requestIds: ReadonlySet<string>
  readonly activeEnvironmentId: string | null
}

/** Returns the tabs that a run ignores because it uses what is saved (behaviour, Unsaved values of variables). */
export function unsavedForRun(tabs: readonly OpenTab[], scope: RunScope): readonly UnsavedContent[] {
  const unsaved = tabs.flatMap(tab => {
    const found = unsavedContent(tab)
    return found === null ? [] : [{ tab, found }]
  })
  if (unsaved.length === 0) return []
  const used = new Set([...scope.requestIds, ...containersOf(scope)])
  return unsaved.flatMap(({ tab, found }) => {
    if (found.entryId !== null) return used.has(found.entryId) ? [found] : []
    const isOtherEnvironment =
      isVariablesTab(tab) && tab.place.kind === 'environment' && tab.place.id !== scope.activeEnvironmentId
    return isOtherEnvironment ? [] : [found]
  })
}

/** Returns the collections and folders around the requests of a run. */
function containersOf({ tree, requestIds }: RunScope): ReadonlySet<string> {
  const found = new Set<string>()
  if (tree === null) return found
  const entries = entriesById(tree)
  for (const id of requestIds) {
    let parentId = entries.get(id)?.parentId ?? null
    while (parentId !== null && !found.has(parentId)) {
      found.add(parentId)
      parentId = entries.get(parentId)?.parentId ?? null
    }
  }
  return found
}
