import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Services } from './services.ts'
import { writtenOrThrow } from './value-or-throw.ts'

/** The calls for settings, the proxy and updates. */
export function settingsProcedures({
  network,
  windows,
  updates,
  writeSettings,
}: Pick<Services, 'network' | 'windows' | 'updates' | 'writeSettings'>) {
  const on = implement(contract)
  return {
    settings: {
      write: on.settings.write.handler(({ input }) => writtenOrThrow(writeSettings(input.settings))),
    },
    proxy: {
      setPassword: on.proxy.setPassword.handler(({ input }) => {
        network.setProxyPassword(input.password)
        return {}
      }),
      test: on.proxy.test.handler(({ input: { windowId, testId, proxy } }) => {
        void network.test(testId, proxy).then(event => windows.publish(windowId, event))
        return {}
      }),
    },
    updates: {
      check: on.updates.check.handler(() => ({ isAsked: updates.check() })),
      cancel: on.updates.cancel.handler(() => {
        updates.cancel()
        return {}
      }),
    },
  }
}
