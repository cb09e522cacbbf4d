import { implement } from '@orpc/server'
import type { Result } from '@parley/model'
import type { BackupEvent, DescribedProblem, Done } from '../contract/index.ts'
import { workspaces as contract } from '../contract/workspaces.ts'
import type { Backups } from '../library/backups.ts'
import type { Workspaces } from '../library/workspaces.ts'

/** The calls for opening and backing up workspaces. */
export function workspaceProcedures(
  workspaces: Workspaces,
  backups: Backups,
  notifyWindow: (windowId: string, event: BackupEvent) => void,
) {
  const on = implement(contract)
  return {
    list: on.list.handler(() => workspaces.list()),
    open: on.open.handler(async ({ input }) => asDone(await workspaces.open(input.folder))),
    backUp: on.backUp.handler(({ input }) => {
      void backups.make(workspaces.folder).then(event => notifyWindow(input.windowId, event))
      return {}
    }),
    listBackups: on.listBackups.handler(() => backups.list()),
    removeBackup: on.removeBackup.handler(async ({ input }) => asDone(await backups.remove(input.folder))),
    create: on.create.handler(async ({ input }) => asDone(await workspaces.create(input.name, input.folder))),
  }
}

function asDone(result: Result<null, DescribedProblem>): Done {
  if (result.ok) return { state: 'done' }
  const { sentence, nextStep } = result.failure
  return { state: 'failed', sentence, nextStep }
}
