import { failed, ok, type Result } from '@parley/model'
import { importBrunoJson, isBrunoJson } from './bruno/import-bruno-json.ts'
import { importCurlCommands } from './curl/import-curl-commands.ts'
import { looksLikeCurl } from './curl/looks-like-curl.ts'
import { decodeText } from './decode-text.ts'
import { foreignFormatOf } from './foreign-formats.ts'
import { importGraphQl, isIntrospection, looksLikeSchema } from './graphql/import-graphql.ts'
import { importHoppscotch, isHoppscotch, isVariableMap } from './hoppscotch/import-hoppscotch.ts'
import type { DocumentHints, ImportFormat } from './import-format.ts'
import { importHar, isHar } from './import-har.ts'
import { ImportLog } from './import-log.ts'
import type { Imported, ImportFailure, ImportResult } from './imported.ts'
import { importInsomnia, isInsomnia } from './insomnia/import-insomnia.ts'
import { type JsonValue, parseJson } from './json-value.ts'
import { importOpenCollection, isOpenCollection } from './open-collection/import-open-collection.ts'
import {
  importEnvironmentFile,
  importWorkspaceFile,
  isEnvironmentFile,
  isWorkspaceFile,
} from './open-collection/import-workspace.ts'
import { importOpenApi, isOpenApi } from './openapi/import-openapi.ts'
import { importPostman, isPostman } from './postman/import-postman.ts'
import { importThunderClient, isThunderClient } from './thunder-client/import-thunder-client.ts'
import { importWsdl, looksLikeWsdl } from './wsdl/import-wsdl.ts'
import { parseYaml } from './yaml-value.ts'

/** The formats in the order of detection: the most reliable marks first. */
const formats: readonly {
  readonly format: ImportFormat
  is(value: JsonValue): boolean
  read(value: JsonValue, log?: ImportLog): ImportResult
}[] = [
  { format: 'openApi', is: isOpenApi, read: importOpenApi },
  { format: 'openCollection', is: isWorkspaceFile, read: importWorkspaceFile },
  { format: 'openCollection', is: isOpenCollection, read: importOpenCollection },
  { format: 'openCollection', is: isEnvironmentFile, read: importEnvironmentFile },
  { format: 'bruno', is: isBrunoJson, read: importBrunoJson },
  { format: 'insomnia', is: isInsomnia, read: importInsomnia },
  { format: 'graphQl', is: isIntrospection, read: importGraphQl },
  { format: 'har', is: isHar, read: importHar },
  { format: 'thunderClient', is: isThunderClient, read: importThunderClient },
  { format: 'hoppscotch', is: isHoppscotch, read: importHoppscotch },
  { format: 'postman', is: isPostman, read: importPostman },
]

/** Larger files are refused without being read. */
export const maximumImportBytes = 100_000_000

/** YAML is slow to read, and nobody writes longer files in flow style. */
const maximumFlowCharacters = 10_000_000

/** The result of one file, and its detected format. */
export interface ImportedDocument extends Imported {
  readonly format: ImportFormat
}

/**
 * Imports one file of another client. Its content determines the format; only a mere list of names with their texts, which may
 * be anything, is an environment by its name, or where the user says so.
 */
export function importDocument(
  bytes: Uint8Array,
  log = new ImportLog(),
  hints: DocumentHints = {},
): Result<ImportedDocument, ImportFailure> {
  if (bytes.byteLength > maximumImportBytes)
    return failed({ code: 'TOO_LARGE', subject: String(maximumImportBytes) })
  const text = decodeText(bytes)
  if (text.trim() === '') return failed({ code: 'EMPTY', subject: '' })
  const parsed = looksLikeWsdl(text) || looksLikeCommands(text) ? null : parseText(text)
  const read = readKnown(text, parsed, log)
  if (read !== null && (read.ok || read.failure.code !== 'EMPTY')) return read
  const foreign = foreignFormatOf(text, parsed?.ok === true ? parsed.value : undefined)
  if (foreign !== null) return failed({ code: 'FOREIGN_FORMAT', subject: foreign })
  if (read !== null) return read
  if (parsed?.ok === true && isVariableMap(parsed.value, hints))
    return as('hoppscotch', importHoppscotch(parsed.value, log))
  // Checked last, because descriptions in other documents may look like a schema.
  if (looksLikeSchema(text)) return as('graphQl', importGraphQl({ schema: text }, log))
  return parsed?.ok === false ? parsed : failed({ code: 'UNKNOWN_FORMAT', subject: '' })
}

/** Imports what has the marks of a format; null if it has none. */
function readKnown(
  text: string,
  parsed: Result<JsonValue, ImportFailure> | null,
  log: ImportLog,
): Result<ImportedDocument, ImportFailure> | null {
  if (looksLikeWsdl(text)) return as('wsdl', importWsdl(text, log))
  if (parsed === null) return as('curl', importCurlCommands(text, log))
  const found = parsed.ok ? formats.find(one => one.is(parsed.value)) : undefined
  return parsed.ok && found !== undefined ? as(found.format, found.read(parsed.value, log)) : null
}

function looksLikeCommands(text: string): boolean {
  return looksLikeCurl(withoutInterpreter(text))
}

function as(format: ImportFormat, result: ImportResult): Result<ImportedDocument, ImportFailure> {
  return result.ok ? ok({ ...result.value, format }) : result
}

/** Removes the first line of a script, which names its interpreter. */
function withoutInterpreter(text: string): string {
  return text.replace(/^\ufeff?(?:#![^\n]*|@echo off)\r?\n/i, '')
}

/**
 * Parses a text that begins like JSON as JSON, or as YAML in flow style if it is a known format of that. All
 * other errors are those of JSON.
 */
function parseText(text: string): Result<JsonValue, ImportFailure> {
  if (!/^\ufeff?\s*[[{]/.test(text)) return parseYaml(text)
  const json = parseJson(text)
  if (json.ok || json.failure.code !== 'NOT_JSON' || text.length > maximumFlowCharacters) return json
  const yaml = parseYaml(text)
  return yaml.ok && formats.some(one => one.is(yaml.value)) ? yaml : json
}
