import type { FileHead } from '@parley/files'
import { type Item, type KindRegistry, requestKinds } from '@parley/model'
import { type Damage, damage } from '../documents/damage.ts'

/** What a list shows of a file. */
export interface Head {
  /** `info.type`, or for an environment `environment`. */
  readonly type: string
  readonly name: string
  /** Where it stands among its siblings; absent: after those that have one. */
  readonly sequence?: number
  /** Empty for what has none. */
  readonly method: string
  /** Marks the sample collection of a first start. */
  readonly isSample?: true
}

/** Thousands of files are read in one go. */
const utf8 = new TextDecoder()

/** So much of each file is read for a list. */
export const headBytes = 4096

/**
 * The head of a file from its first bytes; damage where they show it; null where they do not tell, as the file
 * must be read whole then. Reading 10,000 files whole would take many seconds.
 */
export function headOf({ info, bytes }: FileHead): Head | Damage | null {
  if (bytes.byteLength === 0) return damage('EMPTY')
  if (bytes.includes(0)) return damage('NUL_BYTES')
  const text = utf8.decode(bytes)
  if (/^<{7} /m.test(text)) return null
  const part = /^info:[ \t]*\r?\n((?:[ \t]+.*\r?\n|[ \t]*\r?\n)+)(?=\S)/m.exec(`${text}\nend`)?.[1]
  if (part === undefined) return null
  const isWhole = info.sizeBytes <= bytes.byteLength
  // The part must end within what was read.
  if (!isWhole && text.trimEnd().endsWith(part.trimEnd())) return null
  const fields = simpleFields(part)
  if (fields === null) return null
  const type = fields.get('type') ?? ''
  if (!['http', 'graphql', 'grpc', 'websocket', 'folder', 'app'].includes(type)) return null
  const method = methodIn(text, type, isWhole)
  const sequence = Number(fields.get('seq') ?? Number.NaN)
  if (method === null || (fields.has('seq') && !Number.isFinite(sequence))) return null
  // Server-Sent Events stand as an HTTP request with their kind in the extension.
  if (type === 'http' && /^ +kind: serverSentEvents/m.test(text)) return null
  return { type, name: fields.get('name') ?? '', method, ...(fields.has('seq') ? { sequence } : {}) }
}

const kinds: KindRegistry = requestKinds

/** The head of a request, script or page that was read whole. */
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

/** The keys of one depth with plain values; null where YAML says more than this reads. */
function simpleFields(part: string): ReadonlyMap<string, string> | null {
  const lines = part.split('\n').filter(line => !/^\s*(?:#.*)?$/.test(line))
  const depth = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  const fields = new Map<string, string>()
  for (const line of lines) {
    const match = /^( *)([\w-]+):(?: +(.*?))?\s*$/.exec(line)
    if (match === null || match[1] !== depth) {
      // Lists of tags and descriptions of several lines stand deeper.
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

/** A plain or quoted text on one line; null where YAML could mean something else by it. */
function simpleText(value: string): string | null {
  if (/^"[^"\\]*"$/.test(value) || /^'[^']*'$/.test(value)) return value.slice(1, -1)
  return /^[A-Za-z0-9_/(.][^#:'"&*!|>{}[\]%@`]*$/.test(value) ? value : null
}
