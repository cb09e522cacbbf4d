import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel as openPanel,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import { EditorView, type Panel } from '@codemirror/view'

/** Opens the panel and puts the focus into it. */
export function openSearchPanel(view: EditorView): void {
  openPanel(view)
}

/** The find panel: a field, the number of matches, previous, next and close. */
export function searchPanel(view: EditorView): Panel {
  const dom = document.createElement('div')
  dom.className = 'cm-find'
  const input = document.createElement('input')
  input.type = 'text'
  input.placeholder = 'Find'
  input.setAttribute('aria-label', 'Find')
  input.setAttribute('main-field', 'true')
  input.spellcheck = false
  const count = document.createElement('span')
  count.className = 'cm-find-count'
  count.setAttribute('aria-live', 'polite')

  const search = () => {
    view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: input.value, literal: true })) })
    count.textContent = describeMatches(view, input.value)
  }
  input.addEventListener('input', search)
  dom.addEventListener('keydown', event => {
    if (event.key === 'Enter' && event.target === input) {
      event.preventDefault()
      if (event.shiftKey) findPrevious(view)
      else findNext(view)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      closeSearchPanel(view)
      view.focus()
    }
  })
  dom.append(
    input,
    count,
    button('Previous match', '↑', () => findPrevious(view)),
    button('Next match', '↓', () => findNext(view)),
    button('Close find', '×', () => {
      closeSearchPanel(view)
      view.focus()
    }),
  )
  return { dom, top: true, mount: () => input.select() }
}

const countedMatches = 1000

function describeMatches(view: EditorView, text: string): string {
  if (text === '') return ''
  let matches = 0
  const cursor = new SearchQuery({ search: text, literal: true }).getCursor(view.state)
  while (matches <= countedMatches && cursor.next().done !== true) matches += 1
  if (matches > countedMatches) return `More than ${countedMatches} matches`
  return matches === 0 ? 'No matches in the text shown' : `${matches} ${matches === 1 ? 'match' : 'matches'}`
}

function button(label: string, sign: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = sign
  element.title = label
  element.setAttribute('aria-label', label)
  element.addEventListener('click', onClick)
  return element
}

export const searchTheme = EditorView.theme({
  '.cm-find': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--sp-1)',
    height: 'var(--h-toolbar)',
    padding: '0 11px 0 var(--sp-4)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-find input': {
    height: 'var(--h-control-s)',
    width: '260px',
    maxWidth: '50%',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-2)',
    background: 'var(--bg-input)',
    padding: '0 var(--sp-2)',
    font: 'var(--fs-small)/16px var(--font-code)',
    outline: 'none',
  },
  '.cm-find input:focus': { borderColor: 'var(--focus)', boxShadow: '0 0 0 1px var(--focus)' },
  '.cm-find-count': {
    flex: '1',
    padding: '0 var(--sp-2)',
    fontSize: 'var(--fs-small)',
    color: 'var(--text-3)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-find button': {
    width: 'var(--h-control-s)',
    height: 'var(--h-control-s)',
    borderRadius: 'var(--r-2)',
    textAlign: 'center',
    color: 'var(--text-2)',
    fontSize: 'var(--fs-base)',
  },
  '.cm-find button:hover': { background: 'var(--bg-hover)', color: 'var(--text-1)' },
})
