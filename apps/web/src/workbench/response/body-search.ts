import type { SearchOptions, SearchPattern } from '@parley/engine/search'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BodyView } from './body-texts.ts'

/** Find in response: a text in a whole body, and which of its matches is shown. */
export interface BodySearchState {
  readonly isOpen: boolean
  readonly text: string
  readonly options: SearchOptions
  /** Finds the matches in what is rendered; null until it is loaded, and for what is no regular expression. */
  readonly pattern: SearchPattern | null
  /** Why the text is no regular expression; null: it is, or is not meant as one. */
  readonly problem: string | null
  /** Of the match that is shown, from 0. */
  readonly ordinal: number
  readonly matchCount: number
  /** False while the body is still being searched. */
  readonly isWhole: boolean
  readonly match: BodyMatch | null
}

export interface BodyMatch {
  readonly row: number
  readonly start: number
  readonly length: number
}

export interface BodySearchPorts {
  find(
    input: BodyView & SearchOptions & { readonly text: string; readonly ordinal: number },
  ): Promise<Pick<BodySearchState, 'matchCount' | 'isWhole' | 'match' | 'problem'>>
  after(delayMs: number, callback: () => void): void
}

const nothingFound = { ordinal: 0, matchCount: 0, isWhole: true, match: null, problem: null }
const noOptions: SearchOptions = { isCaseSensitive: false, isWholeWord: false, isRegularExpression: false }
const askAgainMs = 80
const maxTextLength = 1000

export type BodySearch = ReturnType<typeof createBodySearch>

const closed: BodySearchState = {
  isOpen: false,
  text: '',
  options: noOptions,
  pattern: null,
  ...nothingFound,
}

/** What was searched for last in the responses of each tab. */
const kept = new Map<string, BodySearchState>()

/**
 * The search of one response pane. The server searches; a newer search replaces an older one.
 * @param tabId - the tab whose responses it searches: it begins with what was searched for in the one before
 */
export function createBodySearch(ports: BodySearchPorts, tabId?: string) {
  const former = (tabId === undefined ? undefined : kept.get(tabId)) ?? closed
  const store = createStore<BodySearchState>(() => ({ ...former, ...nothingFound, ordinal: former.ordinal }))
  if (tabId !== undefined) store.subscribe(state => kept.set(tabId, state))
  let view: BodyView | null = null
  let question = 0

  async function ask(): Promise<void> {
    question += 1
    const mine = question
    const { text, options, ordinal, isOpen } = store.getState()
    if (view === null || text === '' || !isOpen) {
      store.setState({ ...nothingFound, ordinal: text === '' ? 0 : ordinal })
      return
    }
    // Until the first result it is not known whether there are matches.
    if (store.getState().matchCount === 0) store.setState({ isWhole: false })
    try {
      const isWanted = () => mine === question
      await findAll(ports, { ...view, ...options, text, ordinal }, isWanted, found => store.setState(found))
      // This body has fewer matches than the one before.
      const { matchCount, match } = store.getState()
      if (isWanted() && match === null && matchCount > 0) {
        store.setState({ ordinal: 0 })
        await ask()
      }
    } catch {
      // The body is gone; the pane says so.
      if (mine === question) store.setState(nothingFound)
    }
  }

  function step(by: number): void {
    const { matchCount, ordinal } = store.getState()
    if (matchCount === 0) return
    store.setState({ ordinal: (ordinal + by + matchCount) % matchCount })
    void ask()
  }

  return {
    store,
    open(): void {
      if (store.getState().isOpen) return
      store.setState({ isOpen: true })
      void ask()
    },
    close(): void {
      store.setState({ isOpen: false })
      void ask()
    },
    /** Sets the body to search; the text is kept from one body to the next. */
    setBody(next: BodyView | null): void {
      view = next
      store.setState(({ ordinal }) => ({ ...nothingFound, ordinal }))
      void ask()
    },
    type(text: string): void {
      store.setState({ ...nothingFound, text: text.slice(0, maxTextLength) })
      void setPattern(store)
      void ask()
    },
    setOption(name: keyof SearchOptions, isOn: boolean): void {
      store.setState(({ options }) => ({ ...nothingFound, options: { ...options, [name]: isOn } }))
      void setPattern(store)
      void ask()
    },
    next: () => step(1),
    previous: () => step(-1),
  }
}

/** Finds matches again and again until the whole body is searched, or until nobody wants them any more. */
async function findAll(
  ports: BodySearchPorts,
  query: Parameters<BodySearchPorts['find']>[0],
  isWanted: () => boolean,
  show: (found: Awaited<ReturnType<BodySearchPorts['find']>>) => void,
): Promise<void> {
  while (isWanted()) {
    const found = await ports.find(query)
    if (!isWanted()) return
    show(found)
    if (found.isWhole) return
    await new Promise<void>(resolve => ports.after(askAgainMs, resolve))
  }
}

/** Makes the pattern for what is typed; its code is loaded with the first one. */
async function setPattern(store: StoreApi<BodySearchState>): Promise<void> {
  const { text, options } = store.getState()
  const { searchPattern } = await import('@parley/engine/search')
  const pattern = text === '' ? null : await searchPattern(text, options)
  const latest = store.getState()
  if (latest.text !== text || latest.options !== options) return
  store.setState({ pattern: pattern?.ok ? pattern.value : null })
}

/** `3 of 17`, with a plus while the body is still being searched. */
export function describeMatches({ text, ordinal, matchCount, isWhole, problem }: BodySearchState): string {
  if (text === '') return ''
  if (problem !== null) return `Not a regular expression: ${problem}`
  if (matchCount === 0) return isWhole ? 'No matches' : 'Searching…'
  return `${(ordinal + 1).toLocaleString('en')} of ${matchCount.toLocaleString('en')}${isWhole ? '' : '+'}`
}
