import { LimitedStream, type SendRequest, sendByKind, type Waiting } from '@parley/engine'
import { formatDuration, ok } from '@parley/model'
import { waitUnlessAborted } from '@parley/transport'
import type { Io } from '../io/io.ts'
import type { StreamPlan } from './stream-options.ts'

/** An event stream that a command sends and prints. */
export interface StreamSending {
  readonly stream: LimitedStream
  readonly send: SendRequest
}

/**
 * Prepares the send of an event stream up to its limits. A request of that kind connects again; of a typed URL, whose
 * response may be anything, the first response is all.
 * @param end - ends the send
 */
export function streamSending(
  { limits }: StreamPlan,
  { io, isQuiet, end }: { readonly io: Io; readonly isQuiet: boolean; readonly end: () => void },
): StreamSending {
  const stream = new LimitedStream(limits, waitUnlessAborted, end)
  const send: SendRequest = sending =>
    sendByKind({
      ...sending,
      wait: waitUnlessAborted,
      onProgress(progress) {
        if (progress.response !== null) stream.begin(sending.request, progress.response)
        sending.onProgress?.(progress)
      },
      position: async () => stream.endConnection(),
      definitionFiles: noDefinitions,
      onWaiting: waiting => {
        if (!isQuiet) io.stderr.printNote(waitingWords(waiting))
      },
    })
  return { stream, send }
}

/** Calls are sent in another way. */
const noDefinitions = () => ({ read: async () => ok(null) })

function waitingWords({ delayMs, failure }: Waiting): string {
  const ended =
    failure === null ? 'The server ended the stream' : `The stream was interrupted (${failure.code})`
  return `${ended}. Connecting again in ${formatDuration(delayMs)}; Ctrl+C stops.`
}
