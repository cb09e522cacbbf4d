import { type ProgressListener, type SendOutcome, type SendRequest, sendForReport } from '@parley/engine'
import { createRunHost, type RunHostOptions } from '../run/run-host.ts'
import type { SavedRequest } from './read-saved-request.ts'

export interface SavedSending extends RunHostOptions {
  readonly signal: AbortSignal
  readonly onProgress: ProgressListener
  readonly send: SendRequest
}

/** Sends a saved request once, with its scripts. In the result the names of secrets replace their values. */
export async function sendSavedRequest(
  { request, context, item, planned }: SavedRequest,
  { signal, onProgress, send, ...options }: SavedSending,
): Promise<SendOutcome> {
  const host = await createRunHost(planned, options)
  const scripts = host.newSession().scriptsFor({
    requestId: item.id,
    iteration: { index: 0, count: 1 },
    order: 'none',
    onOrder: () => {},
    onSessionChanges: () => {},
  })
  const ports = { ...host.ports, ...host.portsOf(item), scripts }
  const { outcome } = await sendForReport({ request, context, ports, signal, onProgress }, send)
  await host.close()
  return outcome
}
