import type { FileHead } from '@parley/files'
import { type Item, type KindRegistry, requestKinds } from '@parley/model'
import { type Damage, damage } from '../documents/damage.ts'

/** The properties of a file that a list shows. */
export interface Head {
  /** `info.type`, or `environment` for an environment. */
  readonly type: string
  readonly name: string
  /** The position among the siblings; absent: after those that have one. */
  readonly sequence?: number
  /** Empty for types without a method. */
  readonly method: string
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
  if (/^<{7} /m.test(text)) return null
  const part = /^info:[ \t]*\r?\n((?:[ \t]+.*\r?\n|[ \t]*\r?\n)+)(?=\S)/m.exec(`${text}\nend`)?.[1]
  if (part === undefined) return null
  const isWhole = info.sizeBytes <= bytes.byteLength
  // The part must end within the bytes read.
  if (!isWhole && text.trimEnd().endsWith(part.trimEnd())) return null
  const fields = simpleFields(part)
  if (fields === null) return null
  const type = fields.get('type') ?? ''
  if (!['http', 'graphql', 'grpc', 'websocket', 'folder', 'app'].includes(type)) return null
  const method = methodIn(text, type, isWhole)
  const sequence = Number(fields.get('seq') ?? Number.NaN)
  if (method === null || (fields.has('seq') && !Number.isFinite(sequence))) return null
  // Server-Sent Events are stored as an HTTP request with their kind in the extension.
  if (type === 'http' && /^ +kind: serverSentEvents/m.test(text)) return null
  return { type, name: fields.get('name') ?? '', method, ...(fields.has('seq') ? { sequence } : {}) }
}

const kinds: KindRegistry = requestKinds

/** Returns the head of a request, script or page that was read completely. */
export function headOfItem(item: Item): Head {
  if (item.kind === 'scriptFile') return { type: 'scriptFile', name: '', method: '' }
  return {
    type: kinds[item.kind]?.listedAs ?? item.kind,
    name: item.name,
    method: 'method' in item && item.kind !== 'grpc' ? item.method : '',
    ...(item.sequence === undefined ? {} : { sequence: item.sequence }),
  }
}

const methodBelow = (key: string) =>
  new RegExp(`^${key}:[ \\t]*\\r?\\n(?:[ \\t]+.*\\r?\\n)*?[ \\t]+method: +(\\S+)[ \\t]*\\r?$`, 'm')

const methods = { http: methodBelow('http'), graphql: methodBelow('graphql') }

function methodIn(text: string, type: string, isWhole: boolean): string | null {
  if (type !== 'http' && type !== 'graphql') return ''
  const found = methods[type].exec(text)?.[1]
  if (found === undefined) return isWhole && !/^ *method\b/m.test(text) ? 'GET' : null
  return simpleText(found)
}

/** Returns the keys of one depth with plain values; null if the YAML is too complex for this parser. */
function simpleFields(part: string): ReadonlyMap<string, string> | null {
  const lines = part.split('\n').filter(line => !/^\s*(?:#.*)?$/.test(line))
  const depth = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  const fields = new Map<string, string>()
  for (const line of lines) {
    const match = /^( *)([\w-]+):(?: +(.*?))?\s*$/.exec(line)
    if (match === null || match[1] !== depth) {
      // Lists of tags and multi-line descriptions are indented more deeply.
      if (line.startsWith(`${depth} `) || line.startsWith(`${depth}-`)) continue
      return null
    }
    const [, , key = '', value = ''] = match
    if (key !== 'name' && key !== 'type' && key !== 'seq') continue
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
