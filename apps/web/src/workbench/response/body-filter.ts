import { createStore } from 'zustand/vanilla'
import type { BodyView } from './body-texts.ts'

/** The filter of a JSON body: what is typed, and the result that is shown. */
export interface BodyFilterState {
  readonly text: string
  /**
   * The filter whose matches are shown: the last one that could be applied to this body, so that the text
   * stays while another one is typed. Empty if the whole body is shown. Null if that is not known yet,
   * because a body or a view begins with a filter.
   */
  readonly shown: string | null
  readonly status: FilterStatus
}

export type FilterStatus =
  | { readonly state: 'none' | 'waiting' }
  | { readonly state: 'applied'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly message: string }

/** The server's result of a filter; `making` means to ask again. */
export type FilterAnswer =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: { readonly message: string } }

export interface BodyFilterPorts {
  filter(input: BodyView & { readonly filter: string }): Promise<FilterAnswer>
  /** Loads the first rows of a view before it is shown. */
  readAhead(view: BodyView): Promise<void>
  describeError(error: unknown): string
  after(delayMs: number, callback: () => void): void
}

/** The pause in typing after which a filter is applied. */
const typingPauseMs = 300
const askAgainMs = 80
/** The longest filter that the server accepts. */
export const longestFilter = 1000

export type BodyFilter = ReturnType<typeof createBodyFilter>

/**
 * The filter of one body; a new filter replaces the previous one.
 * @param text the filter of the previous body
 */
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
      const answer = await askUntilMade(ports, view, () => mine === question)
      if (answer?.state === 'made')
        store.setState({ shown: filter, status: { state: 'applied', matchCount: answer.matchCount } })
      else if (answer?.state === 'refused') refuse(answer.refusal.message)
    } catch (error) {
      if (mine === question) refuse(ports.describeError(error))
    }
  }

  return {
    store,
    /** Sets the body, in the shown view and format; null while it is still loading. */
    setBody(next: BodyView | null): void {
      body = next
      store.setState(begin(store.getState().text))
      void apply()
    },
    /** The filter is applied after a pause, or by `applyNow`. */
    type(next: string): void {
      const typed = next.slice(0, longestFilter)
      question += 1
      const mine = question
      store.setState({ text: typed })
      ports.after(typed.trim() === '' ? 0 : typingPauseMs, () => {
        if (mine === question) void apply()
      })
    },
    applyNow: () => void apply(),
    /** Cancels the current request. */
    stop(): void {
      question += 1
    },
  }
}

/** Asks until the filtered text is made or refused; null if nobody wants it any more. */
export async function askUntilMade(
  ports: Pick<BodyFilterPorts, 'filter' | 'readAhead' | 'after'>,
  view: Parameters<BodyFilterPorts['filter']>[0],
  isWanted: () => boolean,
) {
  for (;;) {
    const answer = await ports.filter(view)
    if (answer.state === 'made') await ports.readAhead(view)
    if (!isWanted()) return null
    if (answer.state === 'made' || answer.state === 'refused') return answer
    await new Promise<void>(resolve => ports.after(askAgainMs, resolve))
    if (!isWanted()) return null
  }
}

/** A body that will be filtered is not shown whole first. */
function begin(text: string): Pick<BodyFilterState, 'shown' | 'status'> {
  return text.trim() === ''
    ? { shown: '', status: { state: 'none' } }
    : { shown: null, status: { state: 'waiting' } }
}

/** `3 matches`, why there are none, or that the body is being filtered. */
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
