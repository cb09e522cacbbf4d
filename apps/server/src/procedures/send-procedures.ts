import { implement, ORPCError } from '@orpc/server'
import { prepareCode } from '@parley/codegen'
import { nodeSources } from '@parley/transport'
import { contract } from '../contract/index.ts'
import type { Services } from './services.ts'
import { unlockedOrThrow } from './value-or-throw.ts'

/** The calls for sends and for code that sends. */
export function sendProcedures({
  sends,
  examples,
  secretQuestions,
  contextOf,
}: Pick<Services, 'sends' | 'examples' | 'secretQuestions' | 'contextOf'>) {
  const on = implement(contract)
  return {
    code: {
      prepare: on.code.prepare.handler(async ({ input }) => {
        const { request, parentId, unsaved, ...choices } = input
        return prepareCode(request, await contextOf(parentId, unsaved), nodeSources, {
          ...choices,
          fillsGaps: true,
        })
      }),
    },
    sends: {
      start: on.sends.start.handler(({ input }) => {
        const message = 'Parley is closing. Start it again.'
        if (!sends.start(input)) throw new ORPCError('SERVICE_UNAVAILABLE', { message })
        return { sendId: input.sendId }
      }),
      cancel: on.sends.cancel.handler(({ input }) => ({ wasRunning: sends.cancel(input.sendId) })),
      resume: on.sends.resume.handler(async ({ input }) =>
        unlockedOrThrow(await sends.resume(input.windowId, input.sendId)),
      ),
      readExample: on.sends.readExample.handler(({ input }) => examples.read(input.sendId)),
      release: on.sends.release.handler(async ({ input }) => ({
        wasKnown: await sends.release(input.sendId),
      })),
      allowSecret: on.sends.allowSecret.handler(({ input: { questionId, isAllowed } }) => ({
        wasOpen: secretQuestions.allow(questionId, isAllowed),
      })),
      giveSecrets: on.sends.giveSecrets.handler(({ input: { questionId, texts } }) => ({
        wasOpen: secretQuestions.give(questionId, texts),
      })),
    },
  }
}
