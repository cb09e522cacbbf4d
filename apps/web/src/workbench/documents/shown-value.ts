import {
  type Auth,
  authLabel,
  authSchemes,
  bodyTypes,
  type Description,
  type Field,
  type FieldSet,
  type HttpBody,
  type Inheritable,
  mapAuthSecrets,
  type PlainVariable,
  type Row,
  schemeOf,
  variableText,
} from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import { rawFormatLabel } from '../request/raw-formats.ts'

/** Shown in place of a secret. */
const mask = '••••••'

/** The texts in which a reader compares the versions of a document; secrets are masked. */

export function shownText(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

export function shownDescription(description: Description | undefined): string | null {
  return shownText(typeof description === 'string' ? description : description?.content)
}

export function shownRow({ value, enabled, description }: Row): string {
  return withMarks(value, { enabled, description })
}

export function shownVariable(variable: PlainVariable): string {
  return withMarks(variableText(variable), variable)
}

export function shownEditedVariable({ variable, secretValue }: EditedVariable): string {
  if (!variable.secret) return shownVariable(variable)
  const value = secretValue === null ? 'no value on this device' : secretValue === '' ? '' : mask
  const access = variable.allowedToScripts ? 'secret, allowed to scripts' : 'secret'
  return withMarks(`${value} (${access})`.trimStart(), variable)
}

/** The type of an authorization, and below it what is filled in, in the words of its form. */
export function shownAuth(auth: Auth): string {
  const masked = mapAuthSecrets(auth, (_field, text) =>
    text === '' || /^\{\{[^{}]+\}\}$/.test(text) ? text : mask,
  )
  return [authLabel(auth.type), ...shownFields(schemeOf(auth, authSchemes)?.fields ?? {}, masked)].join('\n')
}

function shownFields(fields: FieldSet, values: object): readonly string[] {
  return Object.entries(fields).flatMap(([key, field]) => shownField(field, Reflect.get(values, key)))
}

function shownField(field: Field, value: unknown): readonly string[] {
  switch (field.kind) {
    case 'group':
      return shownFields(field.fields, Object(value))
    case 'list':
      return (Array.isArray(value) ? value : []).flatMap(entry => shownFields(field.fields, entry))
    case 'flag':
      return [`${field.label}: ${shownSetting(value === true)}`]
    case 'choice':
      return [`${field.label}: ${field.choices.find(({ id }) => id === value)?.label ?? value}`]
    case 'secretOrFile':
      return shownText(Object(value).value) === null ? [] : [`${field.label}: ${Object(value).value}`]
    case 'text':
    case 'secret':
      return value === '' ? [] : [`${field.label}: ${value}`]
  }
}

export function shownBody(body: HttpBody): string | null {
  switch (body.type) {
    case 'none':
      return null
    case 'raw':
      return `${rawFormatLabel(body.language)}\n${body.text}`
    case 'graphql':
      return [
        bodyTypes.graphql.label,
        body.query,
        ...(body.operationName === undefined ? [] : [`Operation: ${body.operationName}`]),
        ...(body.variables === '' ? [] : ['Variables', body.variables]),
        ...(body.extensions === undefined ? [] : ['Extensions', body.extensions]),
      ].join('\n')
    case 'urlEncoded':
      return [bodyTypes.urlEncoded.label, ...body.fields.map(row => `${row.name}: ${shownRow(row)}`)].join(
        '\n',
      )
    case 'multipart':
      return [bodyTypes.multipart.label, ...body.parts.map(part => `${part.name}: ${shownPart(part)}`)].join(
        '\n',
      )
    case 'file':
      return [bodyTypes.file.label, ...body.files.map(file => file.filePath)].join('\n')
  }
}

/** Returns the text of a value that has no form of its own in the page. */
export function shownData(value: unknown): string | null {
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : JSON.stringify(value, null, 2)
}

export function shownSetting(value: Inheritable<string | number | boolean>): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === 'inherit' ? 'Inherit' : String(value)
}

function shownPart(part: Extract<HttpBody, { type: 'multipart' }>['parts'][number]): string {
  const value = part.kind === 'file' ? part.filePaths.join(', ') : (part.values?.join(', ') ?? part.value)
  return withMarks(part.contentType === undefined ? value : `${value} (${part.contentType})`, part)
}

function withMarks(
  value: string,
  { enabled, description }: { readonly enabled: boolean; readonly description?: Description | undefined },
): string {
  const text = shownDescription(description)
  return `${value}${enabled ? '' : ' (off)'}${text === null ? '' : `\n${text}`}`
}
