import { type KnownVariables, textPieces } from '../../workbench/variables/describe-variable.ts'

/** Longer texts have no colours until the editor shows them, which draws only what is visible. */
const mostColoured = 10_000

/** Returns the nodes that show a URL with the classes of the editor; at least one, so that the line has its height. */
export function drawUrl(text: string, known: KnownVariables): readonly Node[] {
  if (text === '') return [document.createElement('br')]
  if (text.length > mostColoured) return [document.createTextNode(text)]
  return textPieces(text, known).flatMap(piece => {
    if (piece.name === null) return drawDelimiters(piece.text)
    return [marked(piece.text, piece.isUnknown ? 'cm-variable cm-variable-unknown' : 'cm-variable')]
  })
}

function drawDelimiters(text: string): readonly Node[] {
  return text
    .split(/([?&=#])/)
    .filter(part => part !== '')
    .map(part => (/^[?&=#]$/.test(part) ? marked(part, 'cm-url-delimiter') : document.createTextNode(part)))
}

function marked(text: string, className: string): Node {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}
