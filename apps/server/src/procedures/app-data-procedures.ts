import { implement } from '@orpc/server'
import { describeLocked } from '@parley/appdata'
import { contract } from '../contract/index.ts'
import type { Services } from './services.ts'
import { foundOrThrow, unlockedOrThrow, writtenOrThrow } from './value-or-throw.ts'

/** The calls for the history and the rest of the app data. */
export function appDataProcedures({ history, appData }: Pick<Services, 'history' | 'appData'>) {
  const on = implement(contract)
  return {
    history: {
      list: on.history.list.handler(async ({ input }) => {
        const page = await history.list(input)
        return page.ok
          ? { ...page.value, locked: null }
          : { entries: [], totalEntries: 0, locked: describeLocked(page.failure) }
      }),
      read: on.history.read.handler(async ({ input }) => {
        return foundOrThrow(unlockedOrThrow(await history.read(input.id)), 'history entry')
      }),
      remove: on.history.remove.handler(async ({ input }) => {
        await writtenOrThrow(history.remove(input.ids))
        return {}
      }),
      clear: on.history.clear.handler(async () => {
        await writtenOrThrow(history.clear())
        return {}
      }),
    },
    appData: {
      describe: on.appData.describe.handler(() => appData.numbers()),
      dismissRecovery: on.appData.dismissRecovery.handler(async () => {
        await writtenOrThrow(appData.dismissRecovery())
        return {}
      }),
    },
  }
}
