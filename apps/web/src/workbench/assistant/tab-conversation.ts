import type { ComposedPart, ShownConversation } from '@parley/server/contract'

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

/** The conversation of a tab, and the question that is being written. */
export interface TabConversation extends ShownConversation {
  readonly conversationId: string
  /** Whether it is shown. */
  readonly isOpen: boolean
  readonly question: string
  /** What the question began with, before anything was typed. */
  readonly suggestion: string
  /** What the question can contain; null until it is known. */
  readonly parts: readonly ComposedPart[] | null
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
    suggestion: '',
    parts: null,
    ticks: {},
    revealed: [],
    problem: null,
    turns: [],
    isAnswering: false,
  }
}

/** Returns a conversation that is shown, and whose question is a suggestion unless something else was typed. */
export function withSuggestion(tab: TabConversation, about: AskedThing): TabConversation {
  const suggestion = suggestions[about]
  const isTyped = tab.question !== '' && tab.question !== tab.suggestion
  return { ...tab, isOpen: true, suggestion, question: isTyped ? tab.question : suggestion }
}

/** Whether a part is sent. Later questions of a conversation have none from the start: the first one had them. */
export function isTicked(tab: TabConversation | undefined, part: ComposedPart): boolean {
  return tab?.ticks[part.id] ?? (part.isTicked && tab?.turns.length === 0)
}

/** Returns the text of a part as it is sent. */
export function textOfPart({ revealed }: Pick<TabConversation, 'revealed'>, part: ComposedPart): string {
  return revealed.includes(part.id) ? part.unmaskedText : part.text
}
