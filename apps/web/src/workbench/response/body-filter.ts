import { createStore } from 'zustand/vanilla'
import type { BodyView } from './body-texts.ts'

/** The filter of a JSON body: what is typed, and the result that is shown. */
export interface BodyFilterState {
  readonly text: string
  /**
   * The filter whose matches are shown: the last one that could be applied to this body, so that what is
   * read stays while another one is typed. Empty: the whole body is shown. Null: that is not known yet, as
   * there is a filter already when a body or a view of it begins to show.
   */
  readonly shown: string | null
  readonly status: FilterStatus
}

export type FilterStatus =
  | { readonly state: 'none' | 'waiting' }
  | { readonly state: 'applied'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly message: string }

/** What the server says of a filter; `making`: asking again will tell. */
export type FilterAnswer =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: { readonly message: string } }

export interface BodyFilterPorts {
  filter(input: BodyView & { readonly filter: string }): Promise<FilterAnswer>
  /** Has the first rows of a view there when it is shown. */
  readAhead(view: BodyView): Promise<void>
  describeError(error: unknown): string
  after(delayMs: number, callback: () => void): void
}

/** How long after typing a filter is applied by itself. */
const typingPauseMs = 300
const askAgainMs = 80
/** The longest filter that the server takes. */
const maxTextLength = 1000

export type BodyFilter = ReturnType<typeof createBodyFilter>

/** The filter of one body; a newer one replaces an older one. `text`: what was typed for the body before. */
export function createBodyFilter(ports: BodyFilterPorts, text: string) {
  const store = createStore<BodyFilterState>(() => ({ text, ...begin(text) }))
  let body: BodyView | null = null
  let question = 0

  async function apply(): Promise<void> {
    question += 1
    const mine = question
    const filter = store.getState().text.trim()
    if (body === null || filter === '') {
      store.setState({ shown: '', status: { state: 'none' } })
      return
    }
    const view = { ...body, filter }
    store.setState({ status: { state: 'waiting' } })
    const refuse = (message: string) =>
      store.setState(({ shown }) => ({ shown: shown ?? '', status: { state: 'refused', message } }))
    try {
      for (;;) {
        const answer = await ports.filter(view)
        if (answer.state === 'made') await ports.readAhead(view)
        if (mine !== question) return
        if (answer.state === 'made') {
          store.setState({ shown: filter, status: { state: 'applied', matchCount: answer.matchCount } })
          return
        }
        if (answer.state === 'refused') {
          refuse(answer.refusal.message)
          return
        }
        await new Promise<void>(resolve => ports.after(askAgainMs, resolve))
        if (mine !== question) return
      }
    } catch (error) {
      if (mine === question) refuse(ports.describeError(error))
    }
  }

  return {
    store,
    /** The body, in the view and format in which it shows; null while it still comes. */
    lookIn(next: BodyView | null): void {
      body = next
      store.setState(begin(store.getState().text))
      void apply()
    },
    /** Applied after a pause, or by `applyNow`. */
    type(next: string): void {
      const typed = next.slice(0, maxTextLength)
      question += 1
      const mine = question
      store.setState({ text: typed })
      ports.after(typed.trim() === '' ? 0 : typingPauseMs, () => {
        if (mine === question) void apply()
      })
    },
    applyNow: () => void apply(),
    /** Gives up what was asked. */
    stop(): void {
      question += 1
    },
  }
}

/** What will be filtered is not shown whole first. */
function begin(text: string): Pick<BodyFilterState, 'shown' | 'status'> {
  return text.trim() === ''
    ? { shown: '', status: { state: 'none' } }
    : { shown: null, status: { state: 'waiting' } }
}

/** `3 matches`, why there are none, or that they are being looked for. */
export function describeFilter(status: FilterStatus): string {
  switch (status.state) {
    case 'none':
      return ''
    case 'waiting':
      return 'Filtering…'
    case 'applied':
      return status.matchCount === 1 ? '1 match' : `${status.matchCount.toLocaleString('en')} matches`
    case 'refused':
      return status.message
  }
}
