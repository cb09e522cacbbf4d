import type { AssistantEvent, ComposedPart } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import {
  type AskedThing,
  type AssistantSubject,
  isTicked,
  newConversation,
  type RunReference,
  type TabConversation,
  textOfPart,
  withDueQuestion,
  withParts,
  withSuggestion,
} from './tab-conversation.ts'

type Calls = Pick<ServerClient['assistant'], 'compose' | 'ask' | 'retry' | 'read' | 'stop' | 'clear'>

export interface AssistantState {
  /** Whether Ask agrees that Explain asks its service with the click from now on. */
  readonly agreesToAskAtOnce: boolean
  readonly tabs: Readonly<Record<string, TabConversation>>
}

/** The conversations with the assistant, one a tab. They are not saved. */
export function createAssistant(
  calls: Calls,
  window: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  const store = createStore<AssistantState>(() => ({ agreesToAskAtOnce: true, tabs: {} }))
  const of = (tabId: string) => store.getState().tabs[tabId]
  const change = (tabId: string, patch: Partial<TabConversation>) =>
    store.setState(({ tabs }) => {
      const known = tabs[tabId]
      return known === undefined ? {} : { tabs: { ...tabs, [tabId]: { ...known, ...patch } } }
    })

  const { refresh, ...asking } = createAsking(calls, window, { of, change })

  return {
    store,
    /**
     * Opens the assistant beside a tab; its question begins with a suggestion, unless something else was typed.
     * @param asksAtOnce - whether the suggestion is asked as soon as its parts are known
     */
    open(tabId: string, about: AskedThing, run: RunReference | null = null, asksAtOnce = false): void {
      const withQuestion = asksAtOnce ? withDueQuestion : withSuggestion
      const tab = withQuestion(of(tabId) ?? newConversation(window.newId()), about, run)
      store.setState(({ tabs }) => ({ tabs: { ...tabs, [tabId]: tab } }))
    },
    /** Closes it; the conversation goes on when it is opened again. */
    close: (tabId: string) => change(tabId, { isOpen: false }),
    ...createComposing(calls, window.describeError, { of, change }),
    write: (tabId: string, question: string) => change(tabId, { question }),
    tick(tabId: string, part: ComposedPart): void {
      change(tabId, { ticks: { ...of(tabId)?.ticks, [part.id]: !isTicked(of(tabId), part) } })
    },
    /** Sends a part with what looks like a secret, or masks it again. */
    reveal(tabId: string, id: ComposedPart['id']): void {
      change(tabId, { revealed: toggled(of(tabId)?.revealed ?? [], id) })
    },
    agree: (agreesToAskAtOnce: boolean) => store.setState({ agreesToAskAtOnce }),
    ...asking,
    stop(tabId: string): void {
      const tab = of(tabId)
      if (tab !== undefined) void calls.stop({ conversationId: tab.conversationId }).catch(() => {})
    },
    /** Forgets the conversation of a tab, and begins a new one with the same parts. */
    clear(tabId: string): void {
      const tab = of(tabId)
      if (tab === undefined) return
      void calls.clear({ conversationId: tab.conversationId }).catch(() => {})
      const { parts, run, askedAbout } = tab
      change(tabId, { ...newConversation(window.newId()), isOpen: true, parts, run, askedAbout })
    },
    receive({ conversationId }: AssistantEvent): void {
      const found = Object.entries(store.getState().tabs).find(
        ([, one]) => one.conversationId === conversationId,
      )
      if (found !== undefined) void refresh(found[0], conversationId)
    },
  }
}

interface TabAccess {
  readonly of: (tabId: string) => TabConversation | undefined
  readonly change: (tabId: string, patch: Partial<TabConversation>) => void
}

/** What composes what a question can contain. */
function createComposing(
  calls: Pick<Calls, 'compose'>,
  describeError: WindowContext['describeError'],
  { of, change }: TabAccess,
) {
  const composing = new Map<string, AssistantSubject>()
  return {
    /** Composes what a question about a tab can contain; nothing is sent to the service. */
    async compose(tabId: string, subject: AssistantSubject): Promise<void> {
      composing.set(tabId, subject)
      try {
        const composed = await calls.compose(subject)
        // A later draft is being composed.
        if (composing.get(tabId) !== subject) return
        const tab = of(tabId)
        if (tab === undefined) return
        if (composed.state === 'composed')
          change(tabId, { ...withParts(tab, composed.parts, nameOf(subject)), composedOf: subject })
        else change(tabId, withoutParts(tab, `${composed.sentence} ${composed.nextStep}`))
      } catch (error) {
        change(tabId, withoutParts(of(tabId), describeError(error)))
      }
    },
  }
}

function createAsking(
  calls: Pick<Calls, 'ask' | 'retry' | 'read'>,
  { windowId, describeError }: Pick<WindowContext, 'windowId' | 'describeError'>,
  { of, change }: TabAccess,
) {
  async function refresh(tabId: string, conversationId: string): Promise<void> {
    try {
      const shown = await calls.read({ conversationId })
      if (of(tabId)?.conversationId === conversationId) change(tabId, shown)
    } catch (error) {
      change(tabId, { problem: describeError(error) })
    }
  }

  /** Begins an answer, unless one is arriving. */
  async function begin(tabId: string, ask: (tab: TabConversation) => Promise<void>): Promise<void> {
    const tab = of(tabId)
    if (tab === undefined || tab.isAnswering) return
    change(tabId, { isAnswering: true, problem: null })
    try {
      await ask(tab)
      await refresh(tabId, tab.conversationId)
    } catch (error) {
      change(tabId, { isAnswering: false, problem: describeError(error) })
    }
  }

  return {
    refresh,
    ask(tabId: string, subject: AssistantSubject): Promise<void> {
      return begin(tabId, async tab => {
        if (await sendQuestion(calls, windowId, tab, subject)) change(tabId, { question: '' })
      })
    },
    /** Asks the question that is due. What looks like a secret is masked in it, whatever was ticked. */
    askDue(tabId: string, subject: AssistantSubject): Promise<void> {
      const due = of(tabId)
      const question = due?.dueQuestion ?? null
      change(tabId, due?.isAnswering === true ? withoutDueQuestion(due) : { dueQuestion: null })
      return begin(tabId, async tab => {
        if (question !== null)
          await sendQuestion(calls, windowId, { ...tab, question, revealed: [] }, subject)
      })
    },
    /** Asks the last question again, as it was sent. */
    retry(tabId: string): Promise<void> {
      return begin(tabId, async ({ conversationId }) => {
        await calls.retry({ windowId: windowId, conversationId })
      })
    },
  }
}

/** Resolves to whether the question was sent. */
async function sendQuestion(
  calls: Pick<Calls, 'ask'>,
  windowId: string,
  tab: TabConversation,
  subject: AssistantSubject,
): Promise<boolean> {
  if (tab.parts === null || tab.question.trim() === '') return false
  const { conversationId, question } = tab
  const parts = tab.parts.filter(part => isTicked(tab, part))
  const { isAsked } = await calls.ask({
    windowId,
    conversationId,
    question,
    parts: parts.map(part => ({ label: part.label, text: textOfPart(tab, part) })),
    subject,
  })
  return isAsked
}

/** A question that cannot be composed is not asked by itself later. */
function withoutParts(tab: TabConversation | undefined, problem: string): Partial<TabConversation> {
  return { ...withoutDueQuestion(tab), parts: null, composedOf: null, problem }
}

/** The question that was due waits for Ask instead, unless another one was typed. */
function withoutDueQuestion(tab: TabConversation | undefined): Partial<TabConversation> {
  const due = tab?.dueQuestion ?? null
  if (due === null || tab?.question !== '') return { dueQuestion: null }
  return { question: due, suggestion: due, dueQuestion: null }
}

/** Names what is asked about, as long as it stays the same. */
function nameOf({ run, sendId }: AssistantSubject): string {
  return run ? `${run.runId}/${run.index}` : (sendId ?? '')
}

function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter(one => one !== value) : [...values, value]
}
