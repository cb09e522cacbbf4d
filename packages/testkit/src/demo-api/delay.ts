import { setTimeout as wait } from 'node:timers/promises'
import { answerJson } from './answer.ts'
import { readWholeNumber } from './read-whole-number.ts'
import { pathParameter, type Route } from './route.ts'

/** Routes that respond late. The wait ends, and its timer with it, as soon as the client leaves. */
export const delayRoutes: readonly Route[] = [
  {
    method: 'ANY',
    path: '/delay/:ms',
    summary: 'A response after this number of milliseconds, 0 to 60000',
    handle: async call => {
      const delayMs = readWholeNumber('ms', pathParameter(call, 'ms'), { minimum: 0, maximum: 60_000 })
      if (!delayMs.ok) return delayMs.answer
      await wait(delayMs.value, undefined, { signal: call.signal })
      return answerJson({ delayedMs: delayMs.value })
    },
  },
]
