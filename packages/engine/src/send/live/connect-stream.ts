import { defaultStreamSettings, failed } from '@parley/model'
import { withoutScripts } from '../../after/without-scripts.ts'
import { linkedController } from '../../basics/linked-controller.ts'
import { IdleLimit } from '../../exchange/server-sent-events/idle-limit.ts'
import type { EnginePorts, Wait } from '../../prepare/ports/engine-ports.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import type { ScriptRunner } from '../../prepare/ports/script-runner.ts'
import { executeRequest, type Sending } from '../execute-request.ts'

/** A request for an event stream that is sent. */
export interface StreamConnection extends Sending {
  readonly wait: Wait
}

/**
 * Sends a request for an event stream once. The request timeout does not apply, the idle limit does, and no script runs
 * after the response (behaviour 6).
 * @param lastEventId - where the stream continues; null for the first connection
 */
export async function connectStream(
  { request, context, ports, wait, signal, onProgress }: StreamConnection,
  lastEventId: string | null,
): Promise<SendOutcome> {
  const own = linkedController(signal)
  const { stream = defaultStreamSettings } = request
  const idle = new IdleLimit(stream.idleMs, wait, own.abort)
  const unlimited = { ...request, settings: { ...request.settings, timeoutMs: 0 } }
  const continued = lastEventId === null ? context : { ...context, lastEventId }
  const explained = (outcome: SendOutcome) => (idle.isOver && !signal.aborted ? asIdle(outcome) : outcome)
  const streamPorts: EnginePorts = {
    ...ports,
    scripts: withoutPostResponse(ports.scripts),
    history: {
      record: (_unlimited, outcome, secrets) => ports.history.record(request, explained(outcome), secrets),
    },
  }
  const outcome = await executeRequest({
    request: unlimited,
    context: continued,
    ports: streamPorts,
    signal: own.signal,
    onProgress(progress) {
      idle.restart()
      onProgress?.(progress)
    },
  })
  idle.end()
  own.unlink()
  return explained(outcome)
}

function asIdle(outcome: SendOutcome): SendOutcome {
  if (outcome.ok) return outcome
  const failure = { ...outcome.failure.failure, kind: 'timeout', code: 'STREAM_IDLE' } as const
  return failed({ ...outcome.failure, failure })
}

/** Event streams run no script after their response, whatever the response is. */
function withoutPostResponse(scripts: ScriptRunner): ScriptRunner {
  return {
    runPreRequest: run => scripts.runPreRequest(run),
    runPostResponse: run => withoutScripts.runPostResponse(run),
  }
}
