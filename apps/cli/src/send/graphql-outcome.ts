import {
  type BodyStore,
  EventReader,
  isEventStream,
  mergedResponse,
  readEvent,
  readGraphQlResponse,
  SecretHider,
  type SendOutcome,
  type SendRequest,
  SubscriptionPartReader,
  subscriptionBoundary,
  type WithheldValue,
  watchOutgoing,
} from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import { memoryTarget } from '../output/memory-target.ts'

/** The size limit of a GraphQL response that is read for its errors. */
const maximumBytes = 64 * 1024 * 1024

/** Keeps the body of a GraphQL response, to see whether it has errors and no data. */
export interface GraphQlWatch {
  readonly store: BodyStore
  /** Takes a result of a subscription, over a WebSocket or an event that is printed. */
  note(result: string): void
  /** Returns a function that sends as another one does, and notes the secrets that leave. */
  sending(send: SendRequest): SendRequest
  /** Returns why the response counts as failed, without secrets that the server repeats; null if it does not. */
  failureOf(outcome: SendOutcome): string | null
}

export function watchGraphQl(): GraphQlWatch {
  const kept = memoryTarget(maximumBytes)
  let isTooLarge = false
  let noted: string | null = null
  let sent: HttpRequest | null = null
  const secrets: WithheldValue[] = []
  const hidden = (failure: string | null) => failure && new SecretHider(secrets).hide(failure)
  return {
    sending: send => sending => {
      sent = sending.request
      const transport = watchOutgoing(sending.ports.transport, found => secrets.push(...found))
      return send({ ...sending, ports: { ...sending.ports, transport } })
    },
    note(result) {
      noted ??= failureIn(result)
    },
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
      const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
      const body = kept.kept()
      if (noted !== null || response === null || response.webSocket !== undefined) return hidden(noted)
      if (isTooLarge || body?.kind !== 'memory') return null
      if (isEventStream(response.content)) return hidden(failureInEvents(body.bytes))
      const boundary = sent && subscriptionBoundary(sent, response)
      if (boundary !== null) return hidden(failureInParts(boundary, body.bytes))
      if (!outcome.ok) return null
      const contentType = response.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
      return hidden(failureIn(mergedResponse(contentType ?? '', new TextDecoder().decode(body.bytes))))
    },
  }
}

function failureIn(text: string): string | null {
  const response = readGraphQlResponse(text)
  const [first] = response?.errors ?? []
  return first === undefined || response?.hasData ? null : first.message
}

function failureInEvents(bytes: Uint8Array): string | null {
  return firstFailure(new EventReader().read(bytes).map(event => readEvent(event.bytes).data))
}

function failureInParts(boundary: string, bytes: Uint8Array): string | null {
  return firstFailure(new SubscriptionPartReader(boundary).read(bytes).map(({ data }) => data))
}

function firstFailure(results: readonly string[]): string | null {
  return results.map(failureIn).find(failure => failure !== null) ?? null
}
