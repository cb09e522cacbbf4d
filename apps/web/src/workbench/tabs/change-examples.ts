import type { RequestExample } from '@parley/model'
import type { NotDone, OpenedRequest } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'

/** The calls that read and write the requests whose files hold examples. */
export type ExampleCalls = Pick<ServerClient['library'], 'readRequestIfThere' | 'saveRequest'>

/** The next list of examples, or another outcome if nothing is written. */
export type ListChange<Outcome> =
  | { readonly examples: readonly RequestExample[] }
  | { readonly outcome: Outcome }

/** A list of examples that was saved. */
export interface ChangedList {
  readonly state: 'saved'
  readonly version: string
  readonly before: readonly RequestExample[]
  readonly after: readonly RequestExample[]
}

/** How often a save is repeated if the file is changed at the same time. */
const mostAttempts = 5

/** Changes the examples of a request in its file, whatever else happens to the file meanwhile. */
export async function changeExamples<Outcome = never>(
  calls: ExampleCalls,
  requestId: string,
  change: (opened: OpenedRequest) => ListChange<Outcome>,
): Promise<Outcome | ChangedList | NotDone> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const opened = await calls.readRequestIfThere({ id: requestId })
    if (opened === null) return requestGone
    const next = change(opened)
    if ('outcome' in next) return next.outcome
    const { request, version } = opened
    const saved = await calls.saveRequest({
      id: requestId,
      request: { ...request, examples: [...next.examples] },
      baseVersion: version,
    })
    if (saved.state === 'saved') return { ...saved, before: request.examples, after: next.examples }
    if (saved.state === 'failed') return saved
  }
  return keepsChanging
}

const requestGone = {
  state: 'failed',
  sentence: 'The request of this example was deleted.',
  nextStep: 'Restore it from Recently deleted, then save again.',
} as const

const keepsChanging = {
  state: 'failed',
  sentence: 'The file of the request kept changing while the example was saved.',
  nextStep: 'Save again.',
} as const
