import { setTimeout as sleep } from 'node:timers/promises'
import { noAllowedOrigins } from '@parley/engine'
import {
  AnswerReader,
  type AnswerSegment,
  type AssistantMessage,
  askAssistant,
  checkProposal,
  type ProposalSubject,
  proposalInstructions,
  questionText,
  summarizeSent,
} from '@parley/engine/assistant'
import { filesByPath } from '@parley/transport'
import type { AssistantTurn, DescribedProblem, ShownConversation, ShownTurn } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { type AssistantParts, assistantServiceOf } from './assistant-service-of.ts'
import type { QuestionSubject, Questions } from './questions.ts'

/** A question as the user asks it, with the chosen parts. */
export interface AskedQuestion {
  readonly windowId: string
  readonly conversationId: string
  readonly question: string
  readonly parts: readonly { readonly label: string; readonly text: string }[]
  readonly subject: QuestionSubject
}

export interface ConversationsParts extends AssistantParts {
  readonly ports: HostPorts
  readonly windows: WindowEvents
  readonly questions: Questions
}

interface Conversation {
  windowId: string
  turns: AssistantTurn[]
  /** One for each turn: an answer is read as it grows. */
  readers: AnswerReader[]
  /** The request that proposals would change. */
  proposedFor: ProposalSubject
  /** What was found in proposals for that request. */
  warnings: WeakMap<AnswerSegment, readonly string[]>
  /** Of the answer that arrives; null: none does. */
  stop: AbortController | null
  revision: number
  isNotifying: boolean
}

/** Windows hear of an answer at most this often. */
const notifyEveryMs = 50

/** The conversations with the assistant, one a tab. They are in memory only. */
export class Conversations {
  readonly #parts: ConversationsParts
  readonly #conversations = new Map<string, Conversation>()

  constructor(parts: ConversationsParts) {
    this.#parts = parts
    parts.windows.onWindowLost(windowId => {
      for (const [id, one] of this.#conversations) if (one.windowId === windowId) this.clear(id)
    })
  }

  /** Asks the service of the settings, and returns at once. False if an answer is arriving, or the assistant is off. */
  ask(asked: AskedQuestion): boolean {
    const { windowId, conversationId } = asked
    const conversation = this.#conversations.get(conversationId) ?? {
      windowId,
      turns: [],
      readers: [],
      proposedFor: { url: '', texts: [], secretNames: [], variables: [] },
      warnings: new WeakMap(),
      stop: null,
      revision: 0,
      isNotifying: false,
    }
    return this.#begin(conversation, asked, signal => this.#answer(conversation, asked, signal))
  }

  /** Asks the last question again, as it was sent. False if it has an answer, or {@link ask} would return false. */
  retry(asked: Pick<AskedQuestion, 'windowId' | 'conversationId'>): boolean {
    const conversation = this.#conversations.get(asked.conversationId)
    const last = conversation?.turns.at(-1)
    if (conversation === undefined || last === undefined || !canRetry(last)) return false
    return this.#begin(conversation, asked, signal => {
      this.#change(conversation, { fault: null })
      this.#notify(asked.conversationId, conversation)
      return this.#request(conversation, asked.conversationId, signal)
    })
  }

  read(conversationId: string): ShownConversation {
    const conversation = this.#conversations.get(conversationId)
    if (conversation === undefined) return { turns: [], isAnswering: false }
    const turns = conversation.turns.map((turn, at) => shownTurn(turn, conversation, at))
    return { turns, isAnswering: conversation.stop !== null }
  }

  /** Stops an answer; what arrived stays. */
  stop(conversationId: string): void {
    this.#conversations.get(conversationId)?.stop?.abort()
  }

  /** Forgets a conversation. */
  clear(conversationId: string): void {
    this.stop(conversationId)
    this.#conversations.delete(conversationId)
  }

  close(): void {
    for (const id of this.#conversations.keys()) this.clear(id)
  }

  #begin(
    conversation: Conversation,
    { windowId, conversationId }: Pick<AskedQuestion, 'windowId' | 'conversationId'>,
    answer: (signal: AbortSignal) => Promise<void>,
  ): boolean {
    if (conversation.stop !== null || !this.#parts.settings.current.assistant.enabled) return false
    const stop = new AbortController()
    conversation.stop = stop
    conversation.windowId = windowId
    this.#conversations.set(conversationId, conversation)
    void answer(stop.signal)
      .catch(error => {
        logFault('an answer of the assistant', error)
        this.#change(conversation, { fault: bug })
      })
      .finally(() => {
        conversation.stop = null
        this.#notify(conversationId, conversation)
      })
    return true
  }

  async #answer(
    conversation: Conversation,
    { conversationId, question, parts, subject }: AskedQuestion,
    signal: AbortSignal,
  ): Promise<void> {
    const { questions } = this.#parts
    const hidden = await questions.hide(questionText(question, parts), subject)
    const sent = hidden.ok ? hidden.value : ''
    conversation.turns = [
      ...conversation.turns,
      { question, sent, sentSummary: summarizeSent(parts), answer: '', fault: null },
    ]
    this.#notify(conversationId, conversation)
    conversation.proposedFor = await questions.proposalSubject(subject)
    conversation.warnings = new WeakMap()
    if (!hidden.ok) return this.#change(conversation, { fault: hidden.failure })
    await this.#request(conversation, conversationId, signal)
  }

  /** Sends the conversation so far, and adds the answer to its last turn. */
  async #request(conversation: Conversation, conversationId: string, signal: AbortSignal): Promise<void> {
    const { settings, keys, ports } = this.#parts
    const service = await assistantServiceOf(settings.current.assistant, keys)
    if (!service.ok) return this.#change(conversation, { fault: service.failure })
    const host = {
      ports: { ...ports, files: filesByPath, secretHosts: noAllowedOrigins },
      settings: sendSettingsOf(settings.current),
      signal,
    }
    const messages = messagesOf(conversation.turns)
    const answer = await askAssistant(
      service.value,
      { instructions: proposalInstructions, messages },
      host,
      text => {
        this.#change(conversation, { answer: (conversation.turns.at(-1)?.answer ?? '') + text })
        this.#notify(conversationId, conversation)
      },
    )
    if (!answer.ok) this.#change(conversation, { fault: answer.failure.fault })
  }

  /** Changes the last turn. */
  #change(conversation: Conversation, patch: Partial<AssistantTurn>): void {
    const last = conversation.turns.at(-1)
    if (last !== undefined) conversation.turns = [...conversation.turns.slice(0, -1), { ...last, ...patch }]
  }

  /** Notifies the window at once, and then again after a while if there was more. */
  #notify(conversationId: string, conversation: Conversation): void {
    conversation.revision += 1
    if (conversation.isNotifying) return
    conversation.isNotifying = true
    const publish = () => {
      const { windowId, revision } = conversation
      this.#parts.windows.publish(windowId, { type: 'assistant', conversationId, revision })
      return revision
    }
    const published = publish()
    void sleep(notifyEveryMs, undefined, { ref: false }).then(() => {
      conversation.isNotifying = false
      if (conversation.revision !== published) this.#notify(conversationId, conversation)
    })
  }
}

/** Returns a turn whose answer is divided, with what stands out in its proposals. */
function shownTurn(
  turn: AssistantTurn,
  { readers, proposedFor, warnings }: Conversation,
  at: number,
): ShownTurn {
  const reader = readers[at] ?? new AnswerReader()
  readers[at] = reader
  const segments = reader.read(turn.answer).map(segment => {
    if (segment.kind !== 'proposal') return segment
    const { kind, proposal, unknownMembers } = segment
    const known = warnings.get(segment) ?? checkProposal(proposal, proposedFor, unknownMembers)
    warnings.set(segment, known)
    return { kind, proposal, warnings: known }
  })
  return { ...turn, segments, canRetry: canRetry(turn) }
}

/** Whether a question got no answer at all; one that could not be composed has no text. */
function canRetry({ sent, answer, fault }: AssistantTurn): boolean {
  return fault !== null && answer === '' && sent !== ''
}

/** Turns without an answer are left out: a service expects question and answer in turn. */
function messagesOf(turns: readonly AssistantTurn[]): readonly AssistantMessage[] {
  return turns.flatMap(({ sent, answer }, index): readonly AssistantMessage[] => {
    if (index === turns.length - 1) return [{ role: 'user', text: sent }]
    if (answer === '') return []
    return [
      { role: 'user', text: sent },
      { role: 'assistant', text: answer },
    ]
  })
}

const bug: DescribedProblem = {
  sentence: 'The answer was stopped because of an error in Parley.',
  nextStep: 'Ask again.',
}
