import { join, relative, sep } from 'node:path'
import { implement } from '@orpc/server'
import { contract, type UnsavedTab } from '../contract/index.ts'
import type { Services } from './services.ts'

/** The calls of windows about themselves, their tabs and the files that were picked in them. */
export function windowProcedures({
  windows,
  tabs,
  library,
  pickedFiles,
}: Pick<Services, 'windows' | 'tabs' | 'library' | 'pickedFiles'>) {
  const on = implement(contract)
  return {
    tabs: {
      claim: on.tabs.claim.handler(({ input }) => {
        windows.begin(input.windowId, input.sequence)
        windows.giveUp(input.gone ?? [])
        return tabs.claim(input.windowId, input.after)
      }),
      save: on.tabs.save.handler(async ({ input: { workspaceFolder, isLast, ...ofWindow } }) => {
        const kept = await tabs.keep(workspaceFolder, ofWindow)
        if (isLast) windows.leave(ofWindow.windowId, ofWindow.sequence)
        return kept
      }),
      listUnsaved: on.tabs.listUnsaved.handler(async ({ input }) => {
        const entries = { folder: tabs.folder, pathOf: (id: string) => library.pathOf(id) }
        return { unsaved: unsavedInFiles(await tabs.unsaved(), input.paths, entries) }
      }),
    },
    files: {
      release: on.files.release.handler(async ({ input }) => ({
        wasKnown: await pickedFiles.release(input.windowId, input.filePath),
      })),
    },
    events: {
      subscribe: on.events.subscribe.handler(({ input, signal }) => windows.subscribe(input.windows, signal)),
      leave: on.events.leave.handler(({ input }) => {
        windows.leave(input.windowId, input.sequence)
        return {}
      }),
    },
  }
}

/** A workspace, and where its entries are in it. */
interface PlacedEntries {
  readonly folder: string
  /** Returns the path of an entry in the workspace; null if there is none. */
  pathOf(id: string): string | null
}

/**
 * Returns the unsaved tabs that belong to files at some paths: those of the requests there, of the collections and
 * folders around them, and variables. Paths outside of the workspace have none.
 */
function unsavedInFiles(
  unsaved: readonly UnsavedTab[],
  paths: readonly string[],
  { folder, pathOf }: PlacedEntries,
): readonly string[] {
  const inside = paths.filter(path => isWithin(path, folder) || isWithin(folder, path))
  if (inside.length === 0) return []
  const isSent = (entryId: string) => {
    const path = pathOf(entryId)
    if (path === null) return false
    const file = join(folder, path)
    return inside.some(one => isWithin(one, file) || isWithin(file, one))
  }
  return unsaved.flatMap(({ entryId, words }) => (entryId === null || isSent(entryId) ? [words] : []))
}

function isWithin(path: string, folder: string): boolean {
  const between = relative(folder, path)
  return between === '' || !(between === '..' || between.startsWith(`..${sep}`) || between.includes(':'))
}
