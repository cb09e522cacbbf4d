import { failed } from '@parley/model'
import { decodeText } from './decode-text.ts'
import type { ImportResult } from './imported.ts'
import { type JsonValue, parseJson } from './json-value.ts'
import { importPostman, isPostman } from './postman/import-postman.ts'

/** The formats of files, in the order in which they are looked for. */
const formats: readonly {
  is(value: JsonValue): boolean
  read(value: JsonValue): ImportResult
}[] = [{ is: isPostman, read: importPostman }]

/** Larger files are refused before they are read. */
const maximumBytes = 100_000_000

/** Imports one file of another client; its content tells the format, never its name. */
export function importDocument(bytes: Uint8Array): ImportResult {
  if (bytes.byteLength > maximumBytes) return failed({ code: 'TOO_LARGE', subject: String(maximumBytes) })
  const text = decodeText(bytes)
  if (text.trim() === '') return failed({ code: 'EMPTY', subject: '' })
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  const format = formats.find(one => one.is(parsed.value))
  return format === undefined ? failed({ code: 'UNKNOWN_FORMAT', subject: '' }) : format.read(parsed.value)
}
