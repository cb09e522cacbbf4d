import type { HttpBody, MultipartPart, RawLanguage, Row } from '@parley/model'
import { graphQlBodyOf } from '../graphql/graphql-body-of.ts'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { formRows, languageOf } from '../text-body.ts'
import { described, isEnabled, postmanRows } from './postman-rows.ts'

const none: HttpBody = { type: 'none' }

/** The methods with which Postman sends no body (`METHODS_WITHOUT_BODY` of postman-runtime). */
export const methodsWithoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK'])

/**
 * Returns whether an item leaves the bodies of {@link methodsWithoutBody} unsent; without a word on it, its container
 * decides.
 */
export function prunesBodies(item: JsonValue, inherited: boolean): boolean {
  const disabled = member(member(item, 'protocolProfileBehavior'), 'disableBodyPruning')
  return disabled === undefined || disabled === null ? inherited : disabled !== true
}

/** What decides whether and how a body is sent. */
interface BodyFacts {
  readonly method: string
  readonly headers: readonly Row[]
  /** See {@link prunesBodies}. */
  readonly isPruned: boolean
}

/** Converts the body that Postman sends; one that it keeps without sending it is named. */
export function postmanSentBody(
  value: JsonValue | undefined,
  { method, headers, isPruned }: BodyFacts,
  log: ImportLog,
): HttpBody {
  if (!isPruned || !methodsWithoutBody.has(method.toUpperCase()) || member(value, 'disabled') === true)
    return postmanBody(value, headers, log)
  return unsentBody(method, member(value, textMember(value, 'mode')), log)
}

/** Names the content of a body that Postman does not send, unless it is empty, and returns no body. */
export function unsentBody(method: string, content: JsonValue | undefined, log: ImportLog): HttpBody {
  const text = textOf(content)
  const isEmpty = isObject(content)
    ? entriesOf(content).every(([, one]) => textOf(one).trim() === '')
    : text.trim() === '' || text === '[]'
  if (!isEmpty) log.loss('BODY_DISABLED', `with ${method}, Postman sends none: ${text}`)
  return none
}

/**
 * Converts a request's body; the language of a raw body without one is taken from `headers`. A text or a form with nothing in it
 * is none, for which Postman sends neither content nor its type.
 */
export function postmanBody(value: JsonValue | undefined, headers: readonly Row[], log: ImportLog): HttpBody {
  if (!isObject(value)) return none
  if (member(value, 'disabled') === true) {
    log.loss('BODY_DISABLED', textOf(value))
    return none
  }
  const mode = textMember(value, 'mode')
  switch (mode) {
    case 'raw': {
      const text = textMember(value, 'raw')
      const language = textMember(member(member(value, 'options'), 'raw'), 'language')
      if (text === '') return none
      return { type: 'raw', language: rawLanguage(language, headers), text }
    }
    case 'urlencoded': {
      const fields = formFields(member(value, 'urlencoded'))
      return fields.length === 0 ? none : { type: 'urlEncoded', fields }
    }
    case 'formdata': {
      const parts = listOf(member(value, 'formdata'))
        .filter(isObject)
        .flatMap(one => formPart(one, log))
      return parts.length === 0 ? none : { type: 'multipart', parts }
    }
    case 'file':
      return fileBody(member(value, 'file'), log)
    case 'graphql': {
      const graphql = member(value, 'graphql')
      return graphQlBodyOf(graphql)
    }
    case '':
    case 'none':
      return none
  }
  log.loss('BODY_NOT_SUPPORTED', mode)
  return none
}

const languages: readonly RawLanguage[] = ['text', 'json', 'xml', 'html', 'javascript']

/** Returns the language in the file, or that of the Content-Type in older files. */
export function rawLanguage(name: string, headers: readonly Row[]): RawLanguage {
  const named = languages.find(one => one === name)
  if (named !== undefined) return named
  const contentType =
    headers.find(one => one.enabled && one.name.toLowerCase() === 'content-type')?.value ?? ''
  return languageOf(contentType.split(';')[0]?.trim().toLowerCase() ?? '')
}

/** Reads a list of rows, or the encoded text of a form. */
function formFields(value: JsonValue | undefined): readonly Row[] {
  if (typeof value === 'string' && !value.includes('\n')) return formRows(value) ?? []
  return postmanRows(value)
}

/** Converts a file row, which may have one path, several, or none. */
export function formPart(value: JsonValue, log: ImportLog): readonly MultipartPart[] {
  const contentType = textMember(value, 'contentType')
  const fields = {
    name: textMember(value, 'key', 'name'),
    enabled: isEnabled(value),
    ...(contentType === '' ? {} : { contentType }),
    ...described(value),
  }
  const source = member(value, 'src')
  if (textMember(value, 'type') !== 'file' && source === undefined)
    return [{ kind: 'text', ...fields, value: textOf(member(value, 'value')) }]
  const paths = typeof source === 'string' ? [source] : listOf(source).map(textOf)
  const filePaths = paths.filter(path => path !== '')
  for (const path of filePaths) log.file(path)
  const isList = Array.isArray(source) && filePaths.length === 1
  return [{ kind: 'file', ...fields, filePaths, ...(isList ? { isList: true } : {}) }]
}

function fileBody(value: JsonValue | undefined, log: ImportLog): HttpBody {
  const filePath = typeof value === 'string' ? value : textMember(value, 'src')
  log.file(filePath)
  const content = textMember(value, 'content')
  if (filePath === '' && content !== '') return { type: 'raw', language: 'text', text: content }
  return { type: 'file', files: filePath === '' ? [] : [{ filePath, contentType: '', selected: true }] }
}
