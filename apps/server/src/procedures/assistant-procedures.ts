import { implement } from '@orpc/server'
import type { AssistantTests } from '../assistant/assistant-tests.ts'
import type { Conversations } from '../assistant/conversations.ts'
import type { Questions } from '../assistant/questions.ts'
import { contract } from '../contract/index.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { writtenOrThrow } from './value-or-throw.ts'

/** The services of the assistant. */
export interface AssistantServices {
  readonly assistantTests: AssistantTests
  readonly questions: Questions
  readonly conversations: Conversations
}

/** The calls of the assistant, and of Settings → AI assistant. */
export function assistantProcedures(
  { assistantTests, questions, conversations }: AssistantServices,
  windows: WindowEvents,
) {
  const on = implement(contract).assistant
  return {
    compose: on.compose.handler(({ input }) => questions.compose(input)),
    ask: on.ask.handler(({ input }) => {
      windows.expect(input.windowId)
      return { isAsked: conversations.ask(input) }
    }),
    retry: on.retry.handler(({ input }) => {
      windows.expect(input.windowId)
      return { isAsked: conversations.retry(input) }
    }),
    read: on.read.handler(({ input }) => conversations.read(input.conversationId)),
    stop: on.stop.handler(({ input }) => {
      conversations.stop(input.conversationId)
      return {}
    }),
    clear: on.clear.handler(({ input }) => {
      conversations.clear(input.conversationId)
      return {}
    }),
    hasKey: on.hasKey.handler(async ({ input }) => ({ isKept: await assistantTests.hasKey(input.address) })),
    setKey: on.setKey.handler(({ input }) => writtenOrThrow(assistantTests.setKey(input.address, input.key))),
    test: on.test.handler(({ input: { windowId, testId } }) => {
      windows.expect(windowId)
      void assistantTests.test(testId).then(event => windows.publish(windowId, event))
      return {}
    }),
  }
}
