import type { TextRange } from './secret-forms.ts'

/** Finds what may divide a secret, in the order of the text. It reads the text once, however many lines it has. */
export type FindGaps = (text: string) => readonly TextRange[]

/** Line breaks of any text. */
export const lineBreaks: FindGaps = text => gapsIn(text, { isInEvents: false, isInText: true })

/**
 * In the bytes of an event stream, the end of a line of data up to the data of the next line, also with other lines
 * between them. Two events do not divide one secret.
 */
export const dataLineBreaks: FindGaps = text => gapsIn(text, { isInEvents: true, isInText: false })

/** Those of event streams, and the line breaks that are in none. */
export const anyLineBreaks: FindGaps = text => gapsIn(text, { isInEvents: true, isInText: true })

interface GapKinds {
  readonly isInEvents: boolean
  readonly isInText: boolean
}

function gapsIn(text: string, { isInEvents, isInText }: GapKinds): readonly TextRange[] {
  const gaps: TextRange[] = []
  /** The line breaks since the last line of data or empty line. They belong to one gap if a line of data follows. */
  let open: TextRange[] = []
  const close = () => {
    if (isInText) for (const gap of open) gaps.push(gap)
    open = []
  }
  for (let start = nextLineBreak(text, 0); start !== -1; ) {
    const end = lineBreakEnd(text, start)
    const dataEnd = isInEvents ? beginningOfData(text, end) : -1
    open.push({ start, end })
    if (dataEnd !== -1) {
      gaps.push({ start: open[0]?.start ?? start, end: dataEnd })
      open = []
    } else if (!isInEvents || isLineBreak(text, end)) close()
    start = nextLineBreak(text, dataEnd === -1 ? end : dataEnd)
  }
  close()
  return gaps
}

/** Returns where the data of a line begins; -1 if it is no line of data. */
function beginningOfData(text: string, at: number): number {
  if (!text.startsWith('data', at)) return -1
  const end = at + 'data'.length
  if (text[end] === ':') return text[end + 1] === ' ' ? end + 2 : end + 1
  return isLineBreak(text, end) ? end : -1
}

function nextLineBreak(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (isLineBreak(text, at)) return at
  return -1
}

function lineBreakEnd(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

function isLineBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x0a || code === 0x0d
}
