import type { ComposedPart, ShownConversation } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'

/** The request of a tab, and its last send or its result in a run, about which is asked. */
export type AssistantSubject = Parameters<ServerClient['assistant']['compose']>[0]

/** What the question begins with, for everything that the user can ask for by name. */
const suggestions = {
  response: 'Explain this response',
  failure: 'Explain why this request failed',
  tests: 'Explain the failed tests',
  writeTests: 'Write tests for this response',
  fixScript: 'Fix this script',
  buildRequest: 'Build this request: ',
  describe: 'Describe this request for its documentation',
  explainJson: 'Explain this JSON',
  runResult: 'Explain why this request failed in the run',
} as const

/** What the user wants to have explained or made. */
export type AskedThing = keyof typeof suggestions

/** What the user can ask for in the palette, by the labels of the commands. */
export const assistantCommands = {
  'Write tests for this response': 'writeTests',
  'Fix this script': 'fixScript',
  'Build a request from words or documentation': 'buildRequest',
  'Describe this request': 'describe',
  'Explain this JSON': 'explainJson',
} as const satisfies Readonly<Record<string, AskedThing>>

/** A result of a run. */
export interface RunReference {
  readonly runId: string
  readonly index: number
}

/** The conversation of a tab, and the question that is being written. */
export interface TabConversation extends ShownConversation {
  readonly conversationId: string
  /** Whether it is shown. */
  readonly isOpen: boolean
  readonly question: string
  /** The result of a run that is asked about; null: the last send of the tab. */
  readonly run: RunReference | null
  /** What the question began with, before anything was typed. */
  readonly suggestion: string
  /** The question that is asked as soon as its parts are known, without Ask; null: none. */
  readonly dueQuestion: string | null
  /** What the question can contain; null until it is known. */
  readonly parts: readonly ComposedPart[] | null
  /** What the parts were composed of. */
  readonly composedOf: AssistantSubject | null
  /** The send or result that the parts belong to. */
  readonly askedAbout: string
  /** How many questions came before those about it. */
  readonly turnsBefore: number
  /** The parts that were ticked or unticked by hand. */
  readonly ticks: Readonly<Partial<Record<ComposedPart['id'], boolean>>>
  /** The parts that are sent with what looks like a secret. */
  readonly revealed: readonly ComposedPart['id'][]
  /** Why the question could not be composed or asked, as a sentence; null: nothing is wrong. */
  readonly problem: string | null
}

/** Returns a conversation without a turn. */
export function newConversation(conversationId: string): TabConversation {
  return {
    conversationId,
    isOpen: false,
    question: '',
    run: null,
    suggestion: '',
    dueQuestion: null,
    parts: null,
    composedOf: null,
    askedAbout: '',
    turnsBefore: 0,
    ticks: {},
    revealed: [],
    problem: null,
    turns: [],
    isAnswering: false,
  }
}

/** Returns a conversation that is shown, and whose question is a suggestion unless something else was typed. */
export function withSuggestion(
  tab: TabConversation,
  about: AskedThing,
  run: RunReference | null,
): TabConversation {
  const suggestion = suggestions[about]
  const isTyped = tab.question !== '' && tab.question !== tab.suggestion
  return { ...tab, isOpen: true, run, suggestion, question: isTyped ? tab.question : suggestion }
}

/** Returns a conversation that is shown, and that asks a question by itself. What was typed stays where it is. */
export function withDueQuestion(
  tab: TabConversation,
  about: AskedThing,
  run: RunReference | null,
): TabConversation {
  const isTyped = tab.question !== tab.suggestion
  return {
    ...tab,
    isOpen: true,
    run,
    suggestion: '',
    question: isTyped ? tab.question : '',
    dueQuestion: suggestions[about],
  }
}

/**
 * Returns a conversation with the parts of a question. Those of another send have their own ticks: what was masked in one
 * is masked in the next.
 */
export function withParts(
  tab: TabConversation,
  parts: readonly ComposedPart[],
  askedAbout: string,
): TabConversation {
  const known = { ...tab, parts, problem: null }
  if (tab.askedAbout === askedAbout) return known
  return { ...known, askedAbout, turnsBefore: tab.turns.length, ticks: {}, revealed: [] }
}

/** Whether a part is sent. Later questions about a send have none from the start: the first one had them. */
export function isTicked(tab: TabConversation | undefined, part: ComposedPart): boolean {
  return tab?.ticks[part.id] ?? (part.isTicked && tab?.turns.length === tab?.turnsBefore)
}

/** Returns the text of a part as it is sent. */
export function textOfPart({ revealed }: Pick<TabConversation, 'revealed'>, part: ComposedPart): string {
  return revealed.includes(part.id) ? part.unmaskedText : part.text
}
