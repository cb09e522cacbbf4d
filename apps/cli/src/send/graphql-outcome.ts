import { type BodyStore, mergedResponse, readGraphQlResponse, type SendOutcome } from '@parley/engine'
import { memoryTarget } from '../output/memory-target.ts'

/** The size limit of a GraphQL response that is read for its errors. */
const maximumBytes = 64 * 1024 * 1024

/** Keeps the body of a GraphQL response, to see whether it has errors and no data. */
export interface GraphQlWatch {
  readonly store: BodyStore
  /** Returns why the response counts as failed; null if it does not. */
  failureOf(outcome: SendOutcome): string | null
}

export function watchGraphQl(): GraphQlWatch {
  const kept = memoryTarget(maximumBytes)
  let isTooLarge = false
  return {
    store: {
      async create() {
        await kept.begin()
        const write = (bytes: Uint8Array) =>
          kept.write(bytes).catch(() => {
            isTooLarge = true
          })
        return { handle: '', write, close: async () => {} }
      },
    },
    failureOf(outcome) {
      const body = kept.kept()
      if (!outcome.ok || isTooLarge || body?.kind !== 'memory') return null
      const { headers } = outcome.value.exchange.response
      const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
      const text = mergedResponse(contentType, new TextDecoder().decode(body.bytes))
      const response = readGraphQlResponse(text)
      const [first] = response?.errors ?? []
      return first === undefined || response?.hasData ? null : first.message
    },
  }
}
