/** A part of a line of Markdown. */
export type MarkdownSpan =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of Markdown. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list'
      readonly isOrdered: boolean
      readonly items: readonly (readonly MarkdownSpan[])[]
    }
  | { readonly kind: 'rule' }

/** No docs are read further; the rest shows as one text. */
const longestText = 200_000

/**
 * The blocks of a Markdown text: headings, paragraphs, lists, quotes, code and rules, as CommonMark has them at
 * one level. HTML stays text, images are links, and links lead to the web alone, so that no text can do harm.
 */
export function readMarkdown(text: string): readonly MarkdownBlock[] {
  if (text.length > longestText) return [{ kind: 'code', text }]
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: MarkdownBlock[] = []
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at)
    if (block !== null) blocks.push(block)
    at = next
  }
  return blocks
}

interface ReadBlock {
  readonly block: MarkdownBlock | null
  readonly next: number
}

function readBlock(lines: readonly string[], at: number): ReadBlock {
  const line = lines[at] ?? ''
  if (line.trim() === '') return { block: null, next: at + 1 }
  const fence = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
  if (fence !== undefined) return fencedCode(lines, at + 1, fence)
  const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+\s*)?$/.exec(line)
  if (heading !== null)
    return {
      block: { kind: 'heading', level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? '') },
      next: at + 1,
    }
  if (/^ {0,3}(?:-[ -]*-[ -]*-|\*[ *]*\*[ *]*\*|_[ _]*_[ _]*_)\s*$/.test(line))
    return { block: { kind: 'rule' }, next: at + 1 }
  if (listMarker(line) !== null) return list(lines, at)
  const isQuote = line.startsWith('>')
  const end = endOfParagraph(lines, at, isQuote)
  const own = lines.slice(at, end).map(one => one.replace(/^>\s?/, '').trim())
  return { block: { kind: isQuote ? 'quote' : 'paragraph', spans: spansOf(own.join('\n')) }, next: end }
}

function fencedCode(lines: readonly string[], at: number, fence: string): ReadBlock {
  const found = lines.findIndex((line, index) => index >= at && line.trim().startsWith(fence))
  const end = found < 0 ? lines.length : found
  return { block: { kind: 'code', text: lines.slice(at, end).join('\n') }, next: end + 1 }
}

function list(lines: readonly string[], at: number): ReadBlock {
  const isOrdered = listMarker(lines[at] ?? '')?.isOrdered === true
  const items: string[] = []
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const marker = listMarker(line)
    if (marker !== null && marker.isOrdered === isOrdered) items.push(marker.text)
    else if (/^\s+\S/.test(line) && items.length > 0) items.push(`${items.pop()}\n${line.trim()}`)
    else break
  }
  return { block: { kind: 'list', isOrdered, items: items.map(spansOf) }, next: end }
}

function listMarker(line: string): { readonly isOrdered: boolean; readonly text: string } | null {
  const found = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/.exec(line)
  return found === null ? null : { isOrdered: found[1] !== undefined, text: found[2] ?? '' }
}

function endOfParagraph(lines: readonly string[], at: number, isQuote: boolean): number {
  let end = at + 1
  while (end < lines.length) {
    const line = lines[end] ?? ''
    const isOther =
      line.trim() === '' || /^ {0,3}(?:#{1,6}\s|```|~~~)/.test(line) || listMarker(line) !== null
    if (isOther || line.startsWith('>') !== isQuote) break
    end += 1
  }
  return end
}

const span = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\s][^*\n]*)\*|!?\[([^\]\n]*)\]\(([^()\s]*)\)/g

function spansOf(text: string): readonly MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let last = 0
  for (const match of text.matchAll(span)) {
    if (match.index > last) spans.push({ kind: 'text', text: text.slice(last, match.index) })
    spans.push(spanOf(match))
    last = match.index + match[0].length
  }
  return last < text.length ? [...spans, { kind: 'text', text: text.slice(last) }] : spans
}

function spanOf([all, code, strong, strongToo, emphasis, label, href]: RegExpExecArray): MarkdownSpan {
  if (code !== undefined) return { kind: 'code', text: code }
  const bold = strong ?? strongToo
  if (bold !== undefined) return { kind: 'strong', text: bold }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  const isOfWeb = /^https?:\/\//i.test(href ?? '')
  return isOfWeb
    ? { kind: 'link', text: label || (href ?? ''), href: href ?? '' }
    : { kind: 'text', text: all }
}
