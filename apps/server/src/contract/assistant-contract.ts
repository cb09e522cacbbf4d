import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { windowId } from './contract-inputs.ts'
import type { DescribedProblem, NotDone } from './messages.ts'

const address = z.string().max(2000)

/** The outcome of Test Connection of the assistant. `models` are the names that the service lists; it may list none. */
export type AssistantTestEvent = {
  readonly type: 'assistantTest'
  readonly testId: string
  readonly models: readonly string[]
} & (
  | { readonly state: 'answered'; readonly model: string; readonly elapsedMs: number }
  /** No model is chosen yet. */
  | { readonly state: 'listed' }
  | ({ readonly state: 'failed' } & DescribedProblem)
)

/** The calls of Settings → AI assistant. */
export const assistantContract = {
  /** Whether a key for an address is sealed in the app data. The key itself never reaches the page. */
  hasKey: oc.input(z.strictObject({ address })).output(type<{ readonly isKept: boolean }>()),
  /** Seals the key of an address; an empty one is deleted. */
  setKey: oc
    .input(z.strictObject({ address, key: z.string().max(10_000) }))
    .output(type<{ readonly state: 'kept' } | NotDone>()),
  /** Tests the service of the settings and notifies the window of the outcome. */
  test: oc.input(z.strictObject({ windowId, testId: z.uuid() })).output(type<Record<string, never>>()),
}
