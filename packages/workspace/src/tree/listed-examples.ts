import { hash } from 'node:crypto'
import type { Item } from '@parley/model'

/** An example of a request as a list shows it. */
export interface ListedExample {
  readonly name: string
  /** 0 if the example has no status. */
  readonly statusCode: number
  /** A digest of all but the name, by which an example is recognised in a later version of its file. */
  readonly digest: string
}

/** At the top of a file, and in its extension. */
const markers = ['\nexamples:', '\n    examples:'].map(marker => Buffer.from(marker))

/** Whether the file of a request may have examples; costs far less than parsing it. */
export function mayHaveExamples(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return markers.some(marker => content.includes(marker))
}

/** Returns the examples of a request that was read completely. */
export function listedExamples(item: Item): readonly ListedExample[] {
  if (item.kind !== 'http' && item.kind !== 'graphql') return []
  return (item.examples ?? []).map(({ name, ...content }) => ({
    name,
    statusCode: content.response?.statusCode ?? 0,
    digest: digestOf(JSON.stringify(content)),
  }))
}

/** Returns the examples of a request as a scan of its file lists them, so that their digests are equal. */
export function scannedExamples(bytes: Uint8Array, item: Item): readonly ListedExample[] {
  const isQuick = item.kind === 'http' && mayHaveExamples(bytes)
  return (isQuick ? writtenExamples(bytes) : null) ?? listedExamples(item)
}

const utf8 = new TextDecoder()

/**
 * Reads the examples of a file as Parley writes it, line by line: parsing hundreds of files with long bodies would take
 * seconds. Returns null for any other form.
 */
export function writtenExamples(bytes: Uint8Array): readonly ListedExample[] | null {
  const text = utf8.decode(bytes)
  const at = text.lastIndexOf('\nexamples:\n')
  if (at < 0) return null
  const examples: { name: string; statusCode: number; lines: string[] }[] = []
  let part = ''
  for (const line of text.slice(at + '\nexamples:\n'.length).split('\n')) {
    if (/^[^ \-#]/.test(line)) break
    const first = /^ {2}- name: (.*)$/.exec(line)
    if (first !== null) {
      const name = plainText(first[1] ?? '')
      if (name === null) return null
      examples.push({ name, statusCode: 0, lines: [] })
      part = ''
      continue
    }
    if (/^(?: {2})?- |^ ?[^ ]/.test(line)) return null
    const last = examples.at(-1)
    last?.lines.push(line)
    const key = /^ {4}(\w+):/.exec(line)
    if (key !== null) part = key[1] ?? ''
    const [, status] = (part === 'response' ? /^ {6}status:(.*)$/.exec(line) : null) ?? []
    if (status === undefined || last === undefined) continue
    if (!/^ \d{1,9}$/.test(status)) return null
    last.statusCode = Number(status)
  }
  if (examples.length === 0) return null
  return examples.map(({ lines, ...example }) => ({
    ...example,
    digest: digestOf(lines.join('\n').trimEnd()),
  }))
}

const digestOf = (content: string): string => hash('sha256', content, 'base64url')

/** Returns a plain or double-quoted text without escapes; null for what YAML could read differently. */
function plainText(value: string): string | null {
  if (/^"[^"\\]*"$/.test(value)) return value.slice(1, -1)
  const isPlain = /^[A-Za-z(][^#:'"&*!|>{}[\]%@`\r]*$/.test(value) && value === value.trimEnd()
  return isPlain && !/^(?:null|true|false|yes|no|on|off)$/i.test(value) ? value : null
}
