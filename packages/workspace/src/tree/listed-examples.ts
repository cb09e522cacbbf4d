import type { Item } from '@parley/model'

/** An example of a request as a list shows it. */
export interface ListedExample {
  readonly name: string
  /** 0 if the example has no status. */
  readonly statusCode: number
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
  return (item.examples ?? []).map(({ name, response }) => ({ name, statusCode: response?.statusCode ?? 0 }))
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
  const examples: { name: string; statusCode: number }[] = []
  let part = ''
  for (const line of text.slice(at + '\nexamples:\n'.length).split('\n')) {
    if (/^[^ \-#]/.test(line)) break
    const first = /^ {2}- name: (.*)$/.exec(line)
    if (first !== null) {
      const name = plainText(first[1] ?? '')
      if (name === null) return null
      examples.push({ name, statusCode: 0 })
      part = ''
    } else if (/^(?: {2})?- |^ ?[^ ]/.test(line)) return null
    const key = /^ {4}(\w+):/.exec(line)
    if (key !== null) part = key[1] ?? ''
    const [, status] = (part === 'response' ? /^ {6}status:(.*)$/.exec(line) : null) ?? []
    const last = examples.at(-1)
    if (status === undefined || last === undefined) continue
    if (!/^ \d{1,9}$/.test(status)) return null
    last.statusCode = Number(status)
  }
  return examples.length === 0 ? null : examples
}

/** Returns a plain or double-quoted text without escapes; null for what YAML could read differently. */
function plainText(value: string): string | null {
  if (/^"[^"\\]*"$/.test(value)) return value.slice(1, -1)
  const isPlain = /^[A-Za-z(][^#:'"&*!|>{}[\]%@`\r]*$/.test(value) && value === value.trimEnd()
  return isPlain && !/^(?:null|true|false|yes|no|on|off)$/i.test(value) ? value : null
}
