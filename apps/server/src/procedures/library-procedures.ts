import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import { libraryCommands } from '../contract/library-commands.ts'
import type { Library } from '../library/library.ts'
import type { Services } from './services.ts'
import { changed, created, notDone, valueOrNull, valueOrThrow } from './value-or-throw.ts'

/** The calls for the tree of the library and its requests. */
export function libraryProcedures({
  library,
  history,
  publishLibrary,
}: Pick<Services, 'library' | 'history' | 'publishLibrary'>) {
  const on = implement(contract).library
  return {
    readTree: on.readTree.handler(() => library.tree()),
    readTreeChanges: on.readTreeChanges.handler(({ input }) => library.treeChanges(input.since)),
    findByUrl: on.findByUrl.handler(({ input }) => library.findByUrl(input.text)),
    readRequestIfThere: on.readRequestIfThere.handler(async ({ input }) =>
      valueOrNull(await library.readRequest(input.id)),
    ),
    readRequest: on.readRequest.handler(async ({ input }) =>
      valueOrThrow(await library.readRequest(input.id)),
    ),
    saveRequest: on.saveRequest.handler(async ({ input: { id, request, baseVersion } }) => {
      const saved = await library.saveRequest(id, request, baseVersion)
      publishLibrary()
      return saved.ok ? saved.value : notDone(saved.failure)
    }),
    createRequest: on.createRequest.handler(async ({ input }) => {
      const made = await library.createRequest(input.parentId, input.request)
      publishLibrary()
      if (!made.ok) return notDone(made.failure)
      const { id, version } = made.value
      if (input.tabId !== undefined) await history.moveRuns(input.tabId, id)
      return { state: 'created', id, version }
    }),
    createFolder: on.createFolder.handler(async ({ input }) => {
      const made = await library.createFolder(input.parentId, input.name)
      publishLibrary()
      return created(made)
    }),
    createCollection: on.createCollection.handler(async ({ input }) => {
      const made = await library.createCollection(input.name)
      publishLibrary()
      return created(made)
    }),
    ...libraryCommandProcedures(library, publishLibrary),
  }
}

/**
 * The commands on the library. Each notifies the windows of the resulting tree, even if it failed halfway.
 */
function libraryCommandProcedures({ commands, containers }: Library, notifyLibrary: () => void) {
  const on = implement(libraryCommands)

  async function notifyAfter<Value>(command: Promise<Value>): Promise<Value> {
    try {
      return await command
    } finally {
      notifyLibrary()
    }
  }

  return {
    rename: on.rename.handler(async ({ input }) =>
      changed(await notifyAfter(commands.rename(input.id, input.name))),
    ),
    duplicate: on.duplicate.handler(async ({ input }) =>
      created(await notifyAfter(commands.duplicate(input.id))),
    ),
    move: on.move.handler(async ({ input: { id, parentId, index } }) => {
      const moved = await notifyAfter(commands.move(id, parentId, index))
      return moved.ok ? { state: 'moved' as const, moveId: moved.value } : notDone(moved.failure)
    }),
    undoMove: on.undoMove.handler(async ({ input }) =>
      changed(await notifyAfter(commands.undoMove(input.moveId))),
    ),
    remove: on.remove.handler(async ({ input }) => {
      const removed = await notifyAfter(commands.remove(input.id))
      return removed.ok ? { state: 'removed' as const, trashId: removed.value } : notDone(removed.failure)
    }),
    listDeleted: on.listDeleted.handler(() => commands.listDeleted()),
    restore: on.restore.handler(async ({ input }) =>
      changed(await notifyAfter(commands.restore(input.trashId))),
    ),
    readContainerIfThere: on.readContainerIfThere.handler(async ({ input }) =>
      valueOrNull(await containers.read(input.id)),
    ),
    readContainer: on.readContainer.handler(async ({ input }) =>
      valueOrThrow(await containers.read(input.id)),
    ),
    saveContainer: on.saveContainer.handler(async ({ input: { id, content, baseVersion } }) => {
      const saved = await notifyAfter(containers.save(id, content, baseVersion))
      return saved.ok ? saved.value : notDone(saved.failure)
    }),
  }
}
