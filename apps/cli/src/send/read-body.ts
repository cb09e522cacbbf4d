import type { HttpBody, MultipartPart, RawLanguage } from '@parley/model'
import type { Io } from '../io/io.ts'
import { readTypedText } from '../options/read-typed-text.ts'

/** The options of `parley send` for a body; at most one of them may be given. */
export interface BodyOptions {
  readonly data?: string
  readonly dataRaw?: string
  readonly json?: string
  readonly form?: readonly string[]
  readonly file?: string
}

const optionNames = { data: '--data', dataRaw: '--data-raw', json: '--json', form: '--form', file: '--file' }

/** Reads the typed body. Returns a sentence if it is invalid. */
export async function readBody(
  options: BodyOptions,
  io: Pick<Io, 'stdin' | 'cwd'>,
): Promise<HttpBody | string> {
  const { data, dataRaw, json, form, file } = options
  const given = (['data', 'dataRaw', 'json', 'form', 'file'] as const).filter(
    name => options[name] !== undefined,
  )
  const [first, second] = given
  if (first !== undefined && second !== undefined)
    return `Give either ${optionNames[first]} or ${optionNames[second]}, not both.`
  if (json !== undefined) return readRaw('json', json, io)
  if (data !== undefined) return readRaw('text', data, io)
  if (dataRaw !== undefined) return { type: 'raw', language: 'text', text: dataRaw }
  if (file !== undefined)
    return { type: 'file', files: [{ filePath: file, contentType: '', selected: true }] }
  return form === undefined ? { type: 'none' } : readForm(form)
}

/** Parses a value like curl: `@` precedes a file's path, and `-` is standard input. */
async function readRaw(
  language: RawLanguage,
  typed: string,
  io: Pick<Io, 'stdin' | 'cwd'>,
): Promise<HttpBody | string> {
  if (!typed.startsWith('@')) return { type: 'raw', language, text: typed }
  const read = await readTypedText(typed.slice(1), io)
  return read.ok ? { type: 'raw', language, text: read.value } : read.failure
}

function readForm(fields: readonly string[]): HttpBody | string {
  const parts: MultipartPart[] = []
  for (const field of fields) {
    const end = field.indexOf('=')
    if (end < 1)
      return `The form field “${field}” has no ${end < 0 ? '“=”' : 'name'}. Write it as name=value or name=@file.`
    parts.push(readField(field.slice(0, end), field.slice(end + 1)))
  }
  return { type: 'multipart', parts }
}

/** Parses a field like curl: `@` precedes a file's path, and `;type=` a Content-Type at the end. */
function readField(name: string, typed: string): MultipartPart {
  const [, value = '', contentType] = /^(.*?)(?:;type=([^;]+(?:;[^;]*)*))?$/s.exec(typed) ?? []
  const fields = { name, enabled: true, ...(contentType === undefined ? {} : { contentType }) }
  return value.startsWith('@')
    ? { kind: 'file', ...fields, filePaths: [value.slice(1)] }
    : { kind: 'text', ...fields, value }
}
