import { type Auth, type Exchange, type NewRequestFields, newHttpRequest, ok } from '@parley/model'
import { context, exchange, recordingPorts } from '../../engine-fixture.testkit.ts'
import { executeRequest } from '../../send/execute-request.ts'
import type { OutboundMessage } from '../message/outbound-message.ts'
import type { EnginePorts } from '../ports/engine-ports.ts'
import type { RequestContext } from '../request-context.ts'

/** What a test says of a send with an authorization; the rest is a GET of `http://h.example/`. */
export interface AuthorizedSend {
  readonly auth?: Auth
  readonly request?: NewRequestFields
  readonly context?: Partial<RequestContext>
  readonly ports?: Partial<EnginePorts>
}

/** Sends through the whole engine to a transport that writes down what it is given and echoes it. */
export async function sendAuthorized({
  auth,
  request = {},
  context: fields = {},
  ports = {},
}: AuthorizedSend) {
  const recording = recordingPorts(message => ok(echo(message)))
  const outcome = await executeRequest({
    request: newHttpRequest({
      url: 'http://h.example/',
      ...(auth === undefined ? {} : { auth }),
      ...request,
    }),
    context: context(fields),
    ports: { ...recording.ports, ...ports },
    signal: new AbortController().signal,
  })
  return { outcome, messages: recording.messages }
}

/** The one message of a send that went out. */
export async function sentMessage(send: AuthorizedSend): Promise<OutboundMessage> {
  const { outcome, messages } = await sendAuthorized(send)
  const [message] = messages
  if (message === undefined) throw new Error(JSON.stringify(outcome))
  return message
}

/** Why nothing was sent. */
export async function refusal(send: AuthorizedSend) {
  const { outcome, messages } = await sendAuthorized(send)
  if (outcome.ok || messages.length > 0) throw new Error('It was sent')
  const { code, subject } = outcome.failure.failure
  return { code, subject }
}

/** The value of a header; undefined if there is none. */
export function headerOf(message: OutboundMessage, name: string): string | undefined {
  return message.headers.find(field => field.name.toLowerCase() === name.toLowerCase())?.value
}

function echo({ method, target, headers }: OutboundMessage): Exchange {
  const answered = exchange(200)
  const requestLine = `${method} ${target.pathAndQuery} HTTP/1.1`
  const sent = { ...answered.request, method, targetUri: target.targetUri, requestLine, headers }
  return { ...answered, request: sent }
}
