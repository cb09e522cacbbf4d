import type { FileHead } from '@parley/files'
import { type Item, type KindRegistry, type ListedCollection, requestKinds } from '@parley/model'
import { type Damage, damage } from '../documents/damage.ts'
import { type ListedExample, listedExamples } from './listed-examples.ts'

/** The properties of a file that a list shows. */
export interface Head {
  /** `info.type`, or `environment` for an environment. */
  readonly type: string
  readonly name: string
  /** The position among the siblings; absent: after those that have one. */
  readonly sequence?: number
  /** Empty for types without a method. */
  readonly method: string
  /** The URL of a request, as the line of its file has it; absent if it has no such line. */
  readonly url?: string
  /** Of a request; absent if it has none. */
  readonly examples?: readonly ListedExample[]
  /** The collections that `workspace.yml` lists; absent: none. */
  readonly collections?: readonly ListedCollection[]
  /** Marks the sample collection of a first start. */
  readonly isSample?: true
}

/** Shared, because thousands of files are decoded at once. */
const utf8 = new TextDecoder()

/** The number of bytes that a list reads of each file. */
export const headBytes = 4096

/**
 * Parses the head of a file from its first bytes. Returns damage if those bytes show it, and null if they do
 * not suffice, so that the file must be read completely. Reading 10,000 files completely would take many
 * seconds.
 */
export function headOf({ info, bytes }: FileHead): Head | Damage | null {
  if (bytes.byteLength === 0) return damage('EMPTY')
  if (bytes.includes(0)) return damage('NUL_BYTES')
  const text = utf8.decode(bytes)
  const written = writtenHead(text)
  if (written !== null) return written
  if (/^<{7} /m.test(text)) return null
  const part = partBelow('info', text)
  if (part === null) return null
  const isWhole = info.sizeBytes <= bytes.byteLength
  // The part must end within the bytes read.
  if (!isWhole && text.trimEnd().endsWith(part.trimEnd())) return null
  const fields = simpleFields(part, ['name', 'type', 'seq'])
  if (fields === null) return null
  const [type, name] = [fields.get('type') ?? '', fields.get('name') ?? '']
  if (isNoText(name)) return null
  if (!['http', 'graphql', 'grpc', 'websocket', 'folder', 'app'].includes(type)) return null
  const method = methodIn(text, type, isWhole)
  const sequence = Number(fields.get('seq') ?? Number.NaN)
  if (method === null || (fields.has('seq') && !Number.isFinite(sequence))) return null
  // Server-Sent Events are stored as an HTTP request with their kind in the extension.
  if (type === 'http' && /^ +kind: serverSentEvents/m.test(text)) return null
  return { type, name, method, ...urlIn(text), ...(fields.has('seq') ? { sequence } : {}) }
}

/**
 * The head as Parley writes it, which almost all files have: parsing line by line costs five times as much.
 */
const writtenForm =
  /^info:\n {2}name: ([A-Za-z0-9_/(.][^#:'"&*!|>{}[\]%@`\r\n]*)\n {2}type: (?:(http|graphql)\n(?: {2}seq: (\d{1,9})\n)?\2:\n {2}method: ([A-Z]+)\n|(folder)\n(?: {2}seq: (\d{1,9})\n)?(?=\S|$))/

function writtenHead(text: string): Head | null {
  const found = writtenForm.exec(text)
  if (found === null || text.includes('<<<<<<< ') || text.includes('kind: serverSentEvents')) return null
  const [, name = '', type = 'folder', ofRequest, method = '', , ofFolder] = found
  if (name !== name.trimEnd() || isNoText(name)) return null
  const sequence = ofRequest ?? ofFolder
  return {
    type,
    name,
    method,
    ...urlIn(text),
    ...(sequence === undefined ? {} : { sequence: Number(sequence) }),
  }
}

const kinds: KindRegistry = requestKinds

/** Returns the URL of a request for the filter of a list, which need not know all forms of YAML. */
function urlIn(text: string): Pick<Head, 'url'> {
  const key = '\n  url: '
  const start = text.indexOf(key)
  if (start < 0) return {}
  const end = text.indexOf('\n', start + key.length)
  const line = text.slice(start + key.length, end < 0 ? text.length : end).trim()
  // The text of a block is on the lines below.
  return /^[|>]/.test(line) ? {} : { url: line.replace(/^(["'])(.*)\1$/, '$2') }
}

/** Returns the head of a request, script or page that was read completely. */
export function headOfItem(item: Item, examples = listedExamples(item)): Head {
  if (item.kind === 'scriptFile') return { type: 'scriptFile', name: '', method: '' }
  return {
    type: kinds[item.kind]?.listedAs ?? item.kind,
    name: item.name,
    method: 'method' in item && 'headers' in item ? item.method : '',
    ...('url' in item ? { url: item.url } : {}),
    ...(item.sequence === undefined ? {} : { sequence: item.sequence }),
    ...(examples.length === 0 ? {} : { examples }),
  }
}

/**
 * Returns the indented and blank lines below a key of the first level; null if there are none, or if
 * something else than a key follows. No single pattern does this in linear time.
 */
function partBelow(key: 'info' | 'http' | 'graphql', text: string): string | null {
  const below = text.split(keyLines[key], 2)[1]
  if (below === undefined) return null
  const end = /(?:^|\n)(?![ \t\r\n]|$)/.exec(below)
  if (end === null) return below
  const next = end.index + end[0].length
  return next === 0 || !/\S/.test(below.charAt(next)) ? null : below.slice(0, next)
}

const keyLines = {
  info: /^info:[ \t]*\r?\n/m,
  http: /^http:[ \t]*\r?\n/m,
  graphql: /^graphql:[ \t]*\r?\n/m,
}

/** Returns the method of a request; null if the first bytes do not show it. */
function methodIn(text: string, type: string, isWhole: boolean): string | null {
  if (type !== 'http' && type !== 'graphql') return ''
  // The last line may be cut off.
  const part = partBelow(type, isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1))
  const fields = part === null ? null : simpleFields(part, ['method'])
  const method = fields?.get('method')
  if (method !== undefined) return method
  if (!isWhole || /^ *method\b/m.test(text)) return null
  return type === 'http' ? 'GET' : 'POST'
}

/** Returns the named keys of the first depth with plain values; null if the YAML is too complex for this. */
function simpleFields(part: string, keys: readonly string[]): ReadonlyMap<string, string> | null {
  const lines = part.split('\n').filter(line => !/^\s*(?:#.*)?$/.test(line))
  const depth = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  const fields = new Map<string, string>()
  for (const line of lines) {
    const match = /^( *)([\w-]+):(?:$| +(.*)$)/s.exec(line.trimEnd())
    if (match === null || match[1] !== depth) {
      // Lists of tags and multi-line descriptions are indented more deeply.
      if (line.startsWith(`${depth} `) || line.startsWith(`${depth}-`)) continue
      return null
    }
    const [, , key = '', value = ''] = match
    if (!keys.includes(key)) continue
    const text = simpleText(value)
    if (text === null || fields.has(key)) return null
    fields.set(key, text)
  }
  return fields
}

/** Parses a plain or quoted text on one line; null if YAML could interpret it differently. */
function simpleText(value: string): string | null {
  if (/^"[^"\\]*"$/.test(value) || /^'[^']*'$/.test(value)) return value.slice(1, -1)
  return /^[A-Za-z0-9_/(.][^#:'"&*!|>{}[\]%@`]*$/.test(value) ? value : null
}

/** Returns whether YAML reads a name as a number, a truth value or nothing; then the whole file is read. */
function isNoText(name: string): boolean {
  return /^(?:null|true|false|[-+.]?\d.*|\.(?:inf|nan))$/i.test(name)
}
