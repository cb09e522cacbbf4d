import type { PaintToken } from './print-json.ts'

/**
 * Returns what writes the letters of escapes such as `\u041f` in keys and strings of JSON. What would break a string, hide
 * or turn round other text stays an escape: control characters, those of direction, white space, private characters and
 * halves of pairs. It is for one text, whose long strings may arrive in parts.
 */
export function showEscapes(): PaintToken {
  let held = ''
  return (token, part) => {
    if (token !== 'string' && token !== 'key') return part
    if (held === '' && !part.includes('\\')) return part
    const { shown, cut } = lettersOf(held + part)
    held = cut
    return shown
  }
}

/** `cut`: the beginning of an escape at the end of the part, which the next part completes. */
function lettersOf(text: string): { readonly shown: string; readonly cut: string } {
  let shown = ''
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const found = escapeAt(text, at)
    if (found === 'cut') return { shown: shown + text.slice(from, at), cut: text.slice(at) }
    if (found.letter !== null) {
      shown += text.slice(from, at) + found.letter
      from = at + found.length
    }
    at += found.length
  }
  return { shown: shown + text.slice(from), cut: '' }
}

/** `letter`: null if it stays an escape. */
type Escape = { readonly letter: string | null; readonly length: number }

const unitLength = '\\u0000'.length

function escapeAt(text: string, at: number): Escape | 'cut' {
  const first = unitAt(text, at)
  if (first === 'cut') return 'cut'
  if (first === null) return { letter: null, length: 2 }
  if (!isHighHalf(first)) return { letter: shownLetter(first), length: unitLength }
  const second = unitAt(text, at + unitLength)
  if (second === 'cut') return 'cut'
  if (second === null || !isLowHalf(second)) return { letter: null, length: unitLength }
  const code = (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000
  return { letter: shownLetter(code), length: 2 * unitLength }
}

/** Returns the code unit of an escape `\u0000`; null if there is none. */
function unitAt(text: string, at: number): number | 'cut' | null {
  const written = text.slice(at, at + unitLength)
  if (!'\\u'.startsWith(written.slice(0, 2))) return null
  if (written.length < unitLength) return 'cut'
  const unit = Number(`0x${written.slice(2)}`)
  return Number.isNaN(unit) ? null : unit
}

const isHighHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** What stays an escape, as first and last code points. */
const keptRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x20],
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1d173, 0x1d17a],
  [0xe0000, 0x10ffff],
]

function shownLetter(code: number): string | null {
  return keptRanges.some(([first, last]) => code >= first && code <= last) ? null : String.fromCodePoint(code)
}
