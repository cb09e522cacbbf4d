import { fileNameOf } from '../text/file-name-of.ts'
import { shownName } from '../text/reveal-invisible.ts'
import { isWhiteSpace, trimWhere } from '../text/trim-text.ts'
import type { Response } from './exchange.ts'

type NamedResponse = Pick<Response, 'headers' | 'content'>

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/x-ndjson': 'ndjson',
  'application/har+json': 'har',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
}

/**
 * Returns the file name of a response: the name that its server gives (RFC 6266), otherwise the last segment
 * of its path. Both come from outside and are made safe for every platform; a missing extension is added.
 */
export function downloadName({ headers, content }: NamedResponse, targetUri: string): string {
  const safe = nameOfDisposition(headers) || nameOfPath(targetUri)
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(safe) ?? []
  const extension = extensions[content.mediaType] ?? (content.mediaType.endsWith('+json') ? 'json' : 'bin')
  return `${stem.slice(0, 80).toWellFormed() || 'response'}${ending || `.${extension}`}`
}

/** Returns the last segment of a URL's path as a safe name for a file; empty if there is none. */
export function nameOfPath(targetUri: string): string {
  const path = targetUri.split(/[?#]/)[0] ?? ''
  const segment =
    path
      .replace(/^[a-z]+:\/\/[^/]*/i, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? ''
  return withoutUnsafeParts(segment.slice(-200).replace(/[^\w.-]+/g, '-'))
}

/** Returns the file name that a server gives (RFC 6266), made safe; empty if it gives no usable one. */
export function nameOfDisposition(headers: NamedResponse['headers']): string {
  const field = headers.findLast(({ name }) => name.toLowerCase() === 'content-disposition')?.value ?? ''
  const name = extendedName(field) ?? plainName(field) ?? ''
  const last = fileNameOf(name).slice(-200).toWellFormed()
  return withoutUnsafeParts(shownName(last).replace(/[<>:"|?*]+/g, '-'))
}

/**
 * Returns the name in `filename*`, which has precedence over `filename` (RFC 6266 §4.3); null if it does not
 * conform to RFC 8187.
 */
function extendedName(field: string): string | null {
  const found = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^';]*'([^;\s"]+)/i.exec(field)?.[1]
  if (found === undefined) return null
  try {
    return decodeURIComponent(found)
  } catch {
    return null
  }
}

function plainName(field: string): string | null {
  const found = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(field)
  if (found === null) return null
  return found[1]?.replace(/\\(.)/g, '$1') ?? found[2] ?? null
}

/** Windows opens a device for these names, whatever their extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Removes what hides a file, what Windows cuts off, and names of Windows devices. */
function withoutUnsafeParts(name: string): string {
  const isUnsafe = (character: string) => '.-'.includes(character) || isWhiteSpace(character)
  return trimWhere(name, isUnsafe).replace(deviceName, '$&-')
}
