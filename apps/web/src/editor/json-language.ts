import { json } from '@codemirror/lang-json'
import { codeFolding, foldGutter, syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { codeColours } from './code-colours.ts'

/** JSON with the tokens' colours; a fold says how many items it holds. */
export function jsonLanguage(): Extension {
  return [json(), codeColours]
}

/** The fold gutter, and the placeholder of what is folded. */
export function foldControls(): Extension {
  return [
    codeFolding({
      preparePlaceholder: (state, range) => foldSummary(state, range.from),
      placeholderDOM: (_view, onClick, prepared) => {
        const element = document.createElement('button')
        element.type = 'button'
        element.className = 'cm-foldPlaceholder'
        element.textContent = typeof prepared === 'string' ? prepared : '…'
        element.setAttribute('aria-label', 'Unfold')
        element.tabIndex = -1
        element.addEventListener('click', onClick)
        return element
      },
    }),
    foldGutter({ markerDOM: isOpen => chevron(isOpen) }),
  ]
}

/** What stands in the place of what is folded from a place on. */
export function foldSummary(state: EditorState, from: number): string {
  const bracket = syntaxTree(state).resolveInner(from, -1)
  const node = bracket.firstChild === null ? (bracket.parent ?? bracket) : bracket
  let items = 0
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!['[', ']', '{', '}', ',', ':', '⚠'].includes(child.name)) items += 1
  }
  const noun = node.name === 'Array' ? 'item' : 'key'
  return items === 0 || !['Array', 'Object'].includes(node.name)
    ? '…'
    : `${items} ${noun}${items === 1 ? '' : 's'}`
}

function chevron(isOpen: boolean): HTMLElement {
  const holder = document.createElement('span')
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const attributes = {
    viewBox: '0 0 24 24',
    width: '12',
    height: '12',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', isOpen ? 'm6 9 6 6 6-6' : 'm9 18 6-6-6-6')
  svg.append(path)
  holder.append(svg)
  return holder
}
