import { failed, type Result } from '@parley/model'
import { decodeText } from './decode-text.ts'
import { importGraphQl, isIntrospection, looksLikeSchema } from './graphql/import-graphql.ts'
import { importHar, isHar } from './har/import-har.ts'
import { importHoppscotch, isHoppscotch, isVariableMap } from './hoppscotch/import-hoppscotch.ts'
import type { ImportFailure, ImportResult } from './imported.ts'
import { importInsomnia, isInsomnia } from './insomnia/import-insomnia.ts'
import { type JsonValue, parseJson } from './json-value.ts'
import { importOpenApi, isOpenApi } from './openapi/import-openapi.ts'
import { importPostman, isPostman } from './postman/import-postman.ts'
import { importThunderClient, isThunderClient } from './thunder-client/import-thunder-client.ts'
import { importWsdl, looksLikeWsdl } from './wsdl/import-wsdl.ts'
import { parseYaml } from './yaml-value.ts'

/** The formats of files, in the order in which they are looked for: the surest marks first. */
const formats: readonly {
  is(value: JsonValue): boolean
  read(value: JsonValue): ImportResult
}[] = [
  { is: isOpenApi, read: importOpenApi },
  { is: isInsomnia, read: importInsomnia },
  { is: isIntrospection, read: importGraphQl },
  { is: isHar, read: importHar },
  { is: isThunderClient, read: importThunderClient },
  { is: isHoppscotch, read: importHoppscotch },
  { is: isPostman, read: importPostman },
  { is: isVariableMap, read: importHoppscotch },
]

/** Larger files are refused before they are read. */
const maximumBytes = 100_000_000

/** Imports one file of another client; its content tells the format, never its name. */
export function importDocument(bytes: Uint8Array): ImportResult {
  if (bytes.byteLength > maximumBytes) return failed({ code: 'TOO_LARGE', subject: String(maximumBytes) })
  const text = decodeText(bytes)
  if (text.trim() === '') return failed({ code: 'EMPTY', subject: '' })
  if (looksLikeWsdl(text)) return importWsdl(text)
  const parsed = parseText(text)
  const format = parsed.ok ? formats.find(one => one.is(parsed.value)) : undefined
  if (parsed.ok && format !== undefined) return format.read(parsed.value)
  // Descriptions in other documents may look like a schema, so it is looked for last.
  if (looksLikeSchema(text)) return importGraphQl({ schema: text })
  return parsed.ok ? failed({ code: 'UNKNOWN_FORMAT', subject: '' }) : parsed
}

/** What begins like JSON is JSON; a fault in it is told in the terms of JSON. */
function parseText(text: string): Result<JsonValue, ImportFailure> {
  return /^\ufeff?\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text)
}
