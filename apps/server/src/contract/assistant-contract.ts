import { oc, type } from '@orpc/contract'
import type { QuestionPart } from '@parley/engine/assistant'
import type { AssistantProposal } from '@parley/model/schema'
import * as z from 'zod'
import { id, inheritedPlace, request, windowId } from './contract-inputs.ts'
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

/** A part of a question, and whether the settings tick it. */
export interface ComposedPart extends QuestionPart {
  readonly isTicked: boolean
}

/** What a question about a request can contain, exactly as it is sent. */
export type ComposedQuestion =
  | { readonly state: 'composed'; readonly parts: readonly ComposedPart[] }
  | NotDone

/** A question, and the answer as far as it has arrived. */
export interface AssistantTurn {
  readonly question: string
  /** The whole text that was sent. */
  readonly sent: string
  /** A few words on the parts of it. */
  readonly sentSummary: string
  /** Markdown, from outside. */
  readonly answer: string
  /** Why the answer is not complete; null: nothing is missing, or it is still arriving. */
  readonly fault: DescribedProblem | null
}

/** A piece of an answer. */
export type ShownSegment =
  | { readonly kind: 'text'; readonly text: string }
  /** `warnings` are sentences: reasons to look at it before it is applied. */
  | { readonly kind: 'proposal'; readonly proposal: AssistantProposal; readonly warnings: readonly string[] }
  | { readonly kind: 'invalidProposal'; readonly text: string; readonly reason: string }

/** A turn with its answer divided into text and proposals. */
export interface ShownTurn extends AssistantTurn {
  /** Whether it can be asked again as it was sent. */
  readonly canRetry: boolean
  readonly segments: readonly ShownSegment[]
}

export interface ShownConversation {
  readonly turns: readonly ShownTurn[]
  readonly isAnswering: boolean
}

/** A conversation has changed; the page reads it. */
export interface AssistantEvent {
  readonly type: 'assistant'
  readonly conversationId: string
  readonly revision: number
}

/** A draft and its last send; null: it was not sent. `run`: one of its results in a run takes the place of the send. */
const subject = {
  sendId: z.uuid().nullable(),
  run: z
    .strictObject({ runId: z.uuid(), index: z.int().min(0) })
    .nullable()
    .default(null),
  parentId: id.nullable(),
  request,
}
const conversation = z.strictObject({ conversationId: z.uuid() })

/** The calls of the assistant, and of Settings → AI assistant. */
export const assistantContract = {
  /** Returns the parts of a question about a request, without secrets. Nothing is sent. */
  compose: oc.input(z.strictObject({ ...subject, ...inheritedPlace })).output(type<ComposedQuestion>()),
  /** Asks a question with the chosen parts, and notifies the window while the answer arrives. */
  ask: oc
    .input(
      z.strictObject({
        windowId,
        conversationId: z.uuid(),
        question: z.string().trim().min(1).max(100_000),
        parts: z
          .array(z.strictObject({ label: z.string().max(100), text: z.string().max(4_000_000) }))
          .max(20),
        subject: z.strictObject(subject),
      }),
    )
    .output(type<{ readonly isAsked: boolean }>()),
  /** Asks the last question again, as it was sent, if it got no answer. */
  retry: oc
    .input(z.strictObject({ windowId, conversationId: z.uuid() }))
    .output(type<{ readonly isAsked: boolean }>()),
  read: oc.input(conversation).output(type<ShownConversation>()),
  /** Stops an answer; what arrived stays. */
  stop: oc.input(conversation).output(type<Record<string, never>>()),
  /** Forgets a conversation. */
  clear: oc.input(conversation).output(type<Record<string, never>>()),
  /** Whether a key for an address is sealed in the app data. The key itself never reaches the page. */
  hasKey: oc.input(z.strictObject({ address })).output(type<{ readonly isKept: boolean }>()),
  /** Seals the key of an address; an empty one is deleted. */
  setKey: oc
    .input(z.strictObject({ address, key: z.string().max(10_000) }))
    .output(type<{ readonly state: 'kept' } | NotDone>()),
  /** Tests the service of the settings and notifies the window of the outcome. */
  test: oc.input(z.strictObject({ windowId, testId: z.uuid() })).output(type<Record<string, never>>()),
}
