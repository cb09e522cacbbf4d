import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import { unsavedInFiles } from '../tabs/unsaved-in-files.ts'
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
