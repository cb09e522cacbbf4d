/** The button shown instead of folded text. */
export function foldPlaceholder(summary: string, onClick: (event: MouseEvent) => void): HTMLElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'cm-foldPlaceholder'
  element.textContent = summary
  element.setAttribute('aria-label', summary === '…' ? 'Unfold' : `Unfold ${summary}`)
  element.setAttribute('aria-expanded', 'false')
  element.tabIndex = -1
  element.addEventListener('click', onClick)
  return element
}

/** The marker in the gutter of a row that can be folded or is folded. */
export function foldChevron(isOpen: boolean): HTMLElement {
  const holder = document.createElement('span')
  holder.title = isOpen ? 'Fold' : 'Unfold'
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
