import type { HeaderField } from '@parley/model'
import { fromWire } from '../header-fields.ts'

/** The faults of a head that leave no doubt about what the server means, and how a notice names them. */
export const headFaults = {
  lineFeeds: 'its lines end in LF instead of CRLF',
  folded: 'a header is folded over several lines',
  spaced: 'there is a space before the colon of a header',
  repeatedLength: 'Content-Length is there several times, always with the same value',
  lengthAndChunks: 'it has both Content-Length and Transfer-Encoding, of which Transfer-Encoding counts',
} as const

export type HeadFault = keyof typeof headFaults

/** A head as a parser that accepts no fault can read it, and as it was sent. */
export interface RepairedHead {
  /** Latin1, with the empty line. */
  readonly text: string
  /** The fields as the server sent them, those that the text lacks included. */
  readonly fields: readonly HeaderField[]
  readonly faults: readonly HeadFault[]
  readonly isChunked: boolean
}

const carriageReturn = 13

/**
 * Returns the repaired head if a head has faults that may be repaired: those of RFC 9112 §2.2 (LF), §5.2 (folded lines), §6.3
 * (both lengths) and RFC 9110 §8.6 (equal lengths), and spaces before a colon. Returns null for any other head.
 * @param head - latin1, with the empty line
 */
export function repairHead(head: string): RepairedHead | null {
  return mayHaveFault(head, head.length) ? repairLines(head) : null
}

/**
 * Returns whether the head that ends at a place of a text may have a fault. This is done for every response, so that it reads
 * the text once and makes no other one.
 */
export function mayHaveFault(head: string, headEnd: number): boolean {
  let at = head.indexOf('\n') + 1
  if (head.charCodeAt(at - 2) !== carriageReturn) return true
  let colon = 0
  let framings = 0
  while (at < headEnd) {
    const end = head.indexOf('\n', at)
    if (end <= at || head.charCodeAt(end - 1) !== carriageReturn) return true
    const first = head.charCodeAt(at)
    if (isBlank(first)) return true
    // Looked for once if many lines have none.
    if (colon < at && colon !== -1) colon = head.indexOf(':', at)
    if (colon !== -1 && colon < end) {
      if (isBlank(head.charCodeAt(colon - 1))) return true
      if (isFraming(head, at, colon)) framings += head.slice(colon, end).includes(',') ? 2 : 1
    }
    at = end + 1
  }
  return framings > 1
}

function isFraming(head: string, start: number, end: number): boolean {
  const length = end - start
  if (length !== contentLength.length && length !== transferEncoding.length) return false
  const lower = head.slice(start, end).toLowerCase()
  return lower === contentLength || lower === transferEncoding
}

const contentLength = 'content-length'
const transferEncoding = 'transfer-encoding'

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

/** A line of a head with a colon, and those that continue it; or a line without one, whose name is empty. */
interface Line {
  readonly name: string
  /** The value, and those on the lines that continue it. */
  readonly values: readonly [string, ...string[]]
}

function fullValue({ values }: Line): string {
  return values.length === 1 ? values[0] : values.join(' ').trim()
}

function repairLines(head: string): RepairedHead | null {
  const faults = new Set<HeadFault>()
  const [statusLine = '', ...rest] = linesOf(head, faults)
  const lines = unfolded(rest, faults)
  const isChunked = codingsOf(lines).toLowerCase().endsWith('chunked')
  const framed = withOneFraming(lines, isChunked, faults)
  if (!head.endsWith('\r\n')) faults.add('lineFeeds')
  if (faults.size === 0) return null
  const texts = framed.map(line => (line.name === '' ? fullValue(line) : `${line.name}: ${fullValue(line)}`))
  return {
    text: `${[statusLine, ...texts].join('\r\n')}\r\n\r\n`,
    fields: lines.map(line => ({ name: line.name, value: fromWire(fullValue(line)) })),
    faults: [...faults],
    isChunked,
  }
}

/** Returns the lines without their ends, the empty one left out. */
function linesOf(head: string, faults: Set<HeadFault>): readonly string[] {
  const lines = head.split('\n')
  // Behind the last LF there is nothing, and before it the empty line.
  return lines.slice(0, -2).map(line => {
    if (line.endsWith('\r')) return line.slice(0, -1)
    faults.add('lineFeeds')
    return line
  })
}

/** Puts lines together that one field is folded over (RFC 9112 §5.2). */
function unfolded(texts: readonly string[], faults: Set<HeadFault>): readonly Line[] {
  const lines: { readonly name: string; readonly values: [string, ...string[]] }[] = []
  for (const text of texts) {
    const before = isBlank(text.charCodeAt(0)) ? lines.at(-1) : undefined
    if (before === undefined) lines.push(lineOf(text, faults))
    else {
      faults.add('folded')
      before.values.push(text.trim())
    }
  }
  return lines
}

function lineOf(text: string, faults: Set<HeadFault>): { name: string; values: [string, ...string[]] } {
  const colon = text.indexOf(':')
  if (colon < 1 || isBlank(text.charCodeAt(0))) return { name: '', values: [text] }
  const name = text.slice(0, colon).trimEnd()
  if (name.length < colon) faults.add('spaced')
  return { name, values: [text.slice(colon + 1).trim()] }
}

function codingsOf(lines: readonly Line[]): string {
  const last = lines.findLast(line => line.name.toLowerCase() === transferEncoding)
  return last === undefined ? '' : fullValue(last)
}

/** Leaves out the lengths that say nothing more; those that contradict each other stay, and are refused. */
function withOneFraming(lines: readonly Line[], isChunked: boolean, faults: Set<HeadFault>): readonly Line[] {
  const lengths = new Set(lines.filter(line => line.name.toLowerCase() === contentLength))
  const values = [...lengths].flatMap(line => fullValue(line).split(',')).map(one => one.trim())
  const [first] = values
  if (first === undefined || !values.every(isNumber)) return lines
  if (isChunked) {
    faults.add('lengthAndChunks')
    return lines.filter(line => !lengths.has(line))
  }
  if (values.length === 1 || !values.every(value => value === first)) return lines
  faults.add('repeatedLength')
  const [kept] = lengths
  return lines.flatMap(line => {
    if (!lengths.has(line)) return [line]
    return line === kept ? [{ name: line.name, values: [first] }] : []
  })
}

function isNumber(text: string): boolean {
  return /^[0-9]+$/.test(text)
}
