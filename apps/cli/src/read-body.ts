import type { HttpBody, MultipartPart } from '@parley/model'

/** The options of `parley send` that make a body; at most one of them may be given. */
export interface BodyOptions {
  readonly data?: string
  readonly json?: string
  readonly form?: readonly string[]
  readonly file?: string
}

/** The body that was typed, or a sentence that says what is wrong with it. */
export function readBody(options: BodyOptions): HttpBody | string {
  const { data, json, form, file } = options
  const given = (['data', 'json', 'form', 'file'] as const).filter(name => options[name] !== undefined)
  const [first, second] = given
  if (second !== undefined) return `Give either --${first} or --${second}, not both.`
  if (json !== undefined) return { type: 'raw', language: 'json', text: json }
  if (data !== undefined) return { type: 'raw', language: 'text', text: data }
  if (file !== undefined)
    return { type: 'file', files: [{ filePath: file, contentType: '', selected: true }] }
  return form === undefined ? { type: 'none' } : readForm(form)
}

function readForm(fields: readonly string[]): HttpBody | string {
  const parts: MultipartPart[] = []
  for (const field of fields) {
    const end = field.indexOf('=')
    if (end < 1) return `The form field “${field}” has no name. Write it as name=value or name=@file.`
    parts.push(readField(field.slice(0, end), field.slice(end + 1)))
  }
  return { type: 'multipart', parts }
}

/** As curl has it: `@` before a file's path, `;type=` before a Content-Type at the end. */
function readField(name: string, typed: string): MultipartPart {
  const [, value = '', contentType] = /^(.*?)(?:;type=([^;]+(?:;[^;]*)*))?$/s.exec(typed) ?? []
  const fields = { name, enabled: true, ...(contentType === undefined ? {} : { contentType }) }
  return value.startsWith('@')
    ? { kind: 'file', ...fields, filePaths: [value.slice(1)] }
    : { kind: 'text', ...fields, value }
}
