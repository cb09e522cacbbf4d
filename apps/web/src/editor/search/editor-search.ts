import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type SearchOptions, type SearchPattern, searchPattern } from '@parley/engine/search'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { setMatches } from '../viewer/match-marks.ts'
import {
  type DocumentMatch,
  findInDocument,
  matchAfter,
  matchBefore,
  maximumMatches,
} from './find-in-document.ts'

/** What is searched for in an editor, and what takes its place. */
export interface EditorSearchState {
  readonly text: string
  readonly replacement: string
  readonly options: SearchOptions
  /** Whether the field of the replacement shows. */
  readonly replaces: boolean
  /** Why the text is no regular expression; null: it is, or is not meant as one. */
  readonly problem: string | null
  /** Null while they are looked for. */
  readonly matches: readonly DocumentMatch[] | null
  /** Which of the matches is selected; -1: none. */
  readonly ordinal: number
}

type Words = Pick<EditorSearchState, 'text' | 'replacement' | 'options'>

/** What was searched for last, in whichever editor. */
let lastWords: Words = {
  text: '',
  replacement: '',
  options: { isCaseSensitive: false, isWholeWord: false, isRegularExpression: false },
}

const maxTextLength = 1000

/** The search and replacement in one editor. */
export class EditorSearch {
  readonly store: StoreApi<EditorSearchState>
  readonly #view: EditorView
  #isOpen = true
  /** Counts the searches: a newer one replaces an older one. */
  #latest = 0
  /** Where the search begins: it is the same place while a word is being typed. */
  #origin: number
  /** The pattern whose matches are marked. */
  #pattern: SearchPattern | null = null

  constructor(view: EditorView, replaces: boolean) {
    this.#view = view
    this.#origin = view.state.selection.main.from
    this.store = createStore(() => ({ ...lastWords, replaces, problem: null, matches: null, ordinal: -1 }))
  }

  type = (text: string): void => this.#change({ text: text.slice(0, maxTextLength) })

  setOption = (name: keyof SearchOptions, isOn: boolean): void =>
    this.#change({ options: { ...this.store.getState().options, [name]: isOn } })

  setReplacement = (replacement: string): void => {
    this.store.setState({ replacement })
    this.#keepWords()
  }

  showReplacement = (replaces: boolean): void => this.store.setState({ replaces })

  next = (): void => this.#step(matchAfter(this.#matches, this.#view.state.selection.main.to))

  previous = (): void => this.#step(matchBefore(this.#matches, this.#view.state.selection.main.from))

  /** Replaces the selected match and goes to the next one; selects one first if none is. */
  replace = (): void => {
    const match = this.#matches[this.#selected]
    if (match === undefined) {
      this.next()
      return
    }
    const { replacement } = this.store.getState()
    this.#view.dispatch({ changes: { ...match, insert: replacement }, userEvent: 'input.replace' })
    this.#origin = match.from + replacement.length
    void this.#find(true)
  }

  /** Replaces all matches, as one step that can be undone. */
  replaceAll = (): void => {
    const insert = this.store.getState().replacement
    const changes = this.#matches.map(({ from, to }) => ({ from, to, insert }))
    if (changes.length > 0) this.#view.dispatch({ changes, userEvent: 'input.replace.all' })
  }

  /** Begins with what is selected, if that is a part of a line. */
  begin(): void {
    const { state } = this.#view
    const { from, to, empty } = state.selection.main
    this.#origin = from
    if (empty || to > state.doc.lineAt(from).to) void this.#find(true)
    else this.type(state.sliceDoc(from, Math.min(to, from + maxTextLength)))
  }

  /** Follows what is typed, and where the cursor is. */
  follow({ docChanged, selectionSet, state, transactions }: ViewUpdate): void {
    const isOwn = transactions.some(
      transaction => transaction.isUserEvent('select.search') || transaction.isUserEvent('input.replace'),
    )
    if (selectionSet && !isOwn) this.#origin = state.selection.main.from
    if (docChanged) {
      this.store.setState({ matches: null, ordinal: -1 })
      void this.#find(false)
    } else if (selectionSet) this.store.setState({ ordinal: this.#selected })
  }

  end(): void {
    this.#isOpen = false
  }

  get #matches(): readonly DocumentMatch[] {
    return this.store.getState().matches ?? []
  }

  /** Which match is what is selected; -1: none. */
  get #selected(): number {
    const { from, to } = this.#view.state.selection.main
    return this.#matches.findIndex(match => match.from === from && match.to === to)
  }

  #change(words: Pick<Words, 'text'> | Pick<Words, 'options'>): void {
    this.store.setState({ ...words, matches: null })
    this.#keepWords()
    void this.#find(true)
  }

  #keepWords(): void {
    const { text, replacement, options } = this.store.getState()
    lastWords = { text, replacement, options }
  }

  /** @param shows whether the next match is to be selected */
  async #find(shows: boolean): Promise<void> {
    this.#latest += 1
    const mine = this.#latest
    const { doc } = this.#view.state
    const isWanted = () => this.#isOpen && mine === this.#latest && this.#view.state.doc === doc
    // An editor that is being updated takes no other change.
    await null
    const { text, options } = this.store.getState()
    const read = text === '' ? null : await searchPattern(text, options)
    if (!isWanted()) return
    const pattern = read?.ok ? read.value : null
    const matches = pattern === null ? [] : await findInDocument(doc, pattern, isWanted)
    if (matches === null || !isWanted()) return
    this.#pattern = pattern
    this.store.setState({ matches, problem: read === null || read.ok ? null : read.failure })
    if (shows && matches.length > 0) this.#select(matchAfter(matches, this.#origin))
    else this.#mark()
  }

  #mark(): void {
    const ordinal = this.#selected
    this.store.setState({ ordinal })
    const chosenAt = this.#matches[ordinal]?.from ?? null
    this.#view.dispatch({ effects: setMatches.of({ pattern: this.#pattern, chosenAt }) })
  }

  #step(ordinal: number): void {
    this.#origin = this.#matches[ordinal]?.from ?? this.#origin
    this.#select(ordinal)
  }

  #select(ordinal: number): void {
    const match = this.#matches[ordinal]
    if (match === undefined) return
    this.store.setState({ ordinal })
    this.#view.dispatch({
      selection: { anchor: match.from, head: match.to },
      effects: [
        setMatches.of({ pattern: this.#pattern, chosenAt: match.from }),
        EditorView.scrollIntoView(match.from, { y: 'center' }),
      ],
      userEvent: 'select.search',
    })
  }
}

/** Says which match is selected, such as `3 of 17`, or how many there are. */
export function describeSearch({ text, matches, ordinal, problem }: EditorSearchState): string {
  if (text === '') return ''
  if (problem !== null) return `Not a regular expression: ${problem}`
  if (matches === null) return ''
  if (matches.length === 0) return 'No matches'
  const total = `${matches.length.toLocaleString('en')}${matches.length === maximumMatches ? '+' : ''}`
  return ordinal === -1 ? `${total} found` : `${(ordinal + 1).toLocaleString('en')} of ${total}`
}
