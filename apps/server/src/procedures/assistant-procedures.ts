import { implement } from '@orpc/server'
import type { AssistantTests } from '../assistant/assistant-tests.ts'
import { contract } from '../contract/index.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { writtenOrThrow } from './value-or-throw.ts'

/** The calls of Settings → AI assistant. */
export function assistantProcedures(tests: AssistantTests, windows: WindowEvents) {
  const on = implement(contract).assistant
  return {
    hasKey: on.hasKey.handler(async ({ input }) => ({ isKept: await tests.hasKey(input.address) })),
    setKey: on.setKey.handler(({ input }) => writtenOrThrow(tests.setKey(input.address, input.key))),
    test: on.test.handler(({ input: { windowId, testId } }) => {
      windows.expect(windowId)
      void tests.test(testId).then(event => windows.publish(windowId, event))
      return {}
    }),
  }
}
