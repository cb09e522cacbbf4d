import { implement } from '@orpc/server'
import type { Result } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { Created, Done } from '../contract/index.ts'
import { libraryCommands } from '../contract/library-commands.ts'
import type { Library } from '../library/library.ts'
import { notDone, valueOrNull, valueOrThrow } from './value-or-throw.ts'

/**
 * The commands on the library. Each notifies the windows of the resulting tree, even if it failed halfway.
 */
export function libraryCommandProcedures({ commands, containers }: Library, notifyLibrary: () => void) {
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
      asDone(await notifyAfter(commands.rename(input.id, input.name))),
    ),
    duplicate: on.duplicate.handler(async ({ input }) =>
      asCreated(await notifyAfter(commands.duplicate(input.id))),
    ),
    move: on.move.handler(async ({ input: { id, parentId, index } }) => {
      const moved = await notifyAfter(commands.move(id, parentId, index))
      return moved.ok ? { state: 'moved' as const, moveId: moved.value } : notDone(moved.failure)
    }),
    undoMove: on.undoMove.handler(async ({ input }) =>
      asDone(await notifyAfter(commands.undoMove(input.moveId))),
    ),
    remove: on.remove.handler(async ({ input }) => asDone(await notifyAfter(commands.remove(input.id)))),
    listDeleted: on.listDeleted.handler(() => commands.listDeleted()),
    restore: on.restore.handler(async ({ input }) =>
      asDone(await notifyAfter(commands.restore(input.trashId))),
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

function asDone(result: Result<unknown, WorkspaceFailure>): Done {
  return result.ok ? { state: 'done' } : notDone(result.failure)
}

function asCreated(result: Result<string, WorkspaceFailure>): Created {
  return result.ok ? { state: 'created', id: result.value } : notDone(result.failure)
}
