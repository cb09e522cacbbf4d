import { type Exchange, failed, ok, type StreamLimits, type TestResult } from '@parley/model'
import { linkedController } from '../linked-controller.ts'
import type { EnginePorts, FailedSend, SendOutcome, Transport } from '../ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import { connectStream } from '../sse/connect-stream.ts'
import { IdleLimit } from '../sse/idle-limit.ts'
import { checkLimits, LimitedStream } from '../sse/limited-stream.ts'
import type { RunHost } from './run-session.ts'
import type { SendRequest } from './send-for-report.ts'

/** How long a run waits until a stream reaches its limit, unless the limit itself is a time. */
const maxWaitMs = 30_000

/**
 * Returns a function that sends a request for an event stream in a run: over one connection, up to its limits. The one
 * test in its report says whether a limit was reached.
 */
export function limitedStreamSender(
  limits: StreamLimits,
  { wait, compileCondition }: Pick<RunHost, 'wait' | 'compileCondition'>,
): SendRequest {
  return async (request, context, ports, signal, onProgress) => {
    const checked = await checkLimits(limits, compileCondition)
    if (!checked.ok) return invalidLimits(checked.failure)
    const own = linkedController(signal)
    const stream = new LimitedStream(checked.value, wait, own.abort)
    const deadline = new IdleLimit(maxWaitMs, wait, own.abort)
    const onStream = () => (limits.forMs > 0 ? deadline.end() : undefined)
    const conclude = (outcome: SendOutcome): SendOutcome =>
      signal.aborted && !stream.hasEnough
        ? outcome
        : concluded(outcome, { stream, limits, isLate: deadline.isOver })
    const watched: EnginePorts = {
      ...ports,
      transport: watchedTransport(ports.transport, stream, onStream),
      history: { record: (typed, outcome) => ports.history.record(typed, conclude(outcome)) },
    }
    const connection = { request, context, ports: watched, wait, signal: own.signal, onProgress }
    const outcome = await connectStream(connection, null)
    deadline.end()
    stream.stop()
    own.unlink()
    return conclude(outcome)
  }
}

function invalidLimits(sentence: string): SendOutcome {
  const failure = preparationFailure('invalidRequest', 'INVALID_STREAM_LIMIT', sentence)
  return failed({ failure, attempt: null, response: null })
}

/** Returns a transport that shows the response to the request itself to `stream`, but not that to a token request. */
function watchedTransport(transport: Transport, stream: LimitedStream, onStream: () => void): Transport {
  return {
    ...transport,
    send(passed, observer, ...rest) {
      if (passed.message.gateFacts.way !== 'request') return transport.send(passed, observer, ...rest)
      return transport.send(
        passed,
        {
          onRequestContent: sentBytes => observer.onRequestContent(sentBytes),
          onResponse(response) {
            stream.begin(response.content)
            if (stream.isStream) onStream()
            observer.onResponse(response)
          },
          onContent: bytes => void stream.read(bytes),
        },
        ...rest,
      )
    },
  }
}

interface Conclusion {
  readonly stream: LimitedStream
  readonly limits: StreamLimits
  /** Whether the run has waited long enough. */
  readonly isLate: boolean
}

/** Returns the outcome of a send with the test of its limits; a stream that broke has no test. */
function concluded(outcome: SendOutcome, { stream, limits, isLate }: Conclusion): SendOutcome {
  const wasEnded = stream.hasEnough || isLate
  if (!outcome.ok && !wasEnded) return outcome
  const exchange = outcome.ok ? outcome.value.exchange : exchangeSoFar(outcome.failure)
  if (exchange === null) return isLate && !outcome.ok ? failed(unanswered(outcome.failure)) : outcome
  const name = `Runs up to ${limitWords(limits)}`
  const reason = failureReason(exchange, stream, isLate)
  const result: TestResult = reason === null ? { passed: true, name } : { passed: false, name, reason }
  return ok({ exchange, tests: { results: [result], scriptErrors: [] } })
}

/** Returns why no limit was reached; null if one was. */
function failureReason({ response }: Exchange, stream: LimitedStream, isLate: boolean): string | null {
  if (stream.hasEnough) return null
  const { statusCode, reasonPhrase } = response
  if (!stream.isStream) return `The response is no event stream: ${`${statusCode} ${reasonPhrase}`.trim()}`
  const count = `${stream.eventCount} ${stream.eventCount === 1 ? 'event' : 'events'}`
  return isLate
    ? `The stream did not reach its limit within ${seconds(maxWaitMs)}: it had ${count}`
    : `The server ended the stream after ${count}`
}

function limitWords({ events, forMs, until }: StreamLimits): string {
  return [
    ...(events > 0 ? [`${events} ${events === 1 ? 'event' : 'events'}`] : []),
    ...(until.trim() === '' ? [] : [`an event with ${until}`]),
    ...(forMs > 0 ? [seconds(forMs)] : []),
  ].join(' or ')
}

function seconds(timeMs: number): string {
  return `${Number((timeMs / 1000).toFixed(3))} s`
}

/** Returns the exchange of a send that was ended on purpose; null if it had no response. */
function exchangeSoFar({ attempt, response }: FailedSend): Exchange | null {
  if (attempt === null || response === null) return null
  const { request, connection } = attempt
  return request === null || connection === null ? null : { ...attempt, request, connection, response }
}

function unanswered(send: FailedSend): FailedSend {
  const failure = { ...send.failure, kind: 'timeout', code: 'REQUEST_TIMEOUT', elapsedMs: maxWaitMs } as const
  return { ...send, failure }
}
