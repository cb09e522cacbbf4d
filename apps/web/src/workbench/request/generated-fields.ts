import { type FieldsPreview, type MessageField, previewFields, type VariableScope } from '@parley/engine'
import { descriptorOf, type HttpRequest } from '@parley/model'
import type { Inherited } from '@parley/server/contract'
import type { KnownVariables } from '../variables/describe-variable.ts'

/** A header or query parameter that Parley adds by itself, as the tab of its kind shows it. */
export interface GeneratedField {
  readonly name: string
  /** Null: known only when the request is sent. */
  readonly value: string | null
  /** Says where it comes from, or what took its place. */
  readonly hint: string
}

export interface GeneratedFields {
  /** The locked first row; null while a ticked row of the user takes its place (behaviour 2.1). */
  readonly userAgent: GeneratedField | null
  /** The others in the order of the wire, and after them those that were replaced. */
  readonly others: readonly GeneratedField[]
  /** The headers of the workspace, the collection and its folders, in the same order. */
  readonly inherited: readonly GeneratedField[]
  /** Query parameters that the authorization adds, or would add. */
  readonly params: readonly GeneratedField[]
}

const userAgentHint = 'Sent with every request. Add your own User-Agent to replace it.'

const sourceHints: Readonly<Record<MessageField['source'], string>> = {
  own: '',
  url: 'From the URL',
  product: 'Sent with every request of this kind',
  body: 'From the Body tab',
  cookies: 'From the Cookies tab',
  authorization: 'From the Authorization tab',
}

/**
 * What the send adds to the headers and the query of a draft, by the engine's own rules; secrets are masked.
 */
export function generatedFields(
  draft: HttpRequest,
  known: KnownVariables,
  inherited: Pick<Inherited, 'auth' | 'owner' | 'headers'> | null,
): GeneratedFields {
  const headers = inherited?.headers ?? []
  const shown = headers
    .slice(0, maxInherited)
    .map(one => ({ ...one, value: one.value.slice(0, maxCharacters) }))
  const preview: FieldsPreview = previewFields(
    draft,
    [knownScope(known)],
    inherited === null ? undefined : { ...inherited, headers: shown },
  )
  const owner = draft.auth.type === 'inherit' ? (inherited?.owner?.name ?? '') : ''
  const withHint = (field: MessageField): GeneratedField => {
    const { name, value, source } = field
    if (field.owner !== undefined) return { name, value, hint: `From the headers of ${field.owner}` }
    if (isUserAgent(field)) return { name, value, hint: userAgentHint }
    if (source === 'authorization' && owner !== '')
      return { name, value, hint: `From the authorization of ${owner}` }
    const isOfMessages = source === 'body' && descriptorOf(draft).pane.shows === 'messages'
    return { name, value, hint: isOfMessages ? 'From the Message tab' : sourceHints[source] }
  }
  const userAgent = preview.fields.find(isUserAgent)
  const isOther = (field: MessageField) =>
    !isUserAgent(field) && field.source !== 'own' && field.owner === undefined
  const isInherited = ({ owner }: MessageField) => owner !== undefined
  const replaced = (field: MessageField) => replacedField(field, preview.fields)
  const listed = (isWanted: (field: MessageField) => boolean) => [
    ...preview.fields.filter(isWanted).map(withHint),
    ...preview.replaced.filter(isWanted).map(replaced),
  ]
  return {
    userAgent: userAgent === undefined ? null : withHint(userAgent),
    others: listed(isOther),
    inherited: [...listed(isInherited), ...restOf(headers.length - shown.length)],
    params: [...preview.params.map(withHint), ...preview.replacedParams.map(replaced)],
  }
}

/** Of a shared file with any number of headers of any length, as each key in the request draws them again. */
const maxInherited = 100
const maxCharacters = 1000

function restOf(count: number): readonly GeneratedField[] {
  return count === 0
    ? []
    : [{ name: '…', value: '', hint: `${count.toLocaleString('en')} more inherited headers` }]
}

function isUserAgent({ name, source }: MessageField): boolean {
  return source === 'product' && name === 'User-Agent'
}

function replacedField({ name, value }: MessageField, sent: readonly MessageField[]): GeneratedField {
  const isSame = (other: MessageField) => other.name.toLowerCase() === name.toLowerCase()
  const owner = sent.find(isSame)?.owner
  const hint = owner === undefined ? `Replaced by your own ${name}` : `Replaced by the headers of ${owner}`
  return { name, value, hint }
}

/** The values that the page knows; it does not know those of secrets and dynamic variables. */
export function knownScope(known: KnownVariables): VariableScope {
  const values: VariableScope['values'] = new Map(
    [...(known ?? [])]
      .reverse()
      .flatMap(({ name, value }) =>
        value === null ? [] : [[name, { text: value, isLiteral: false }] as const],
      ),
  )
  return { name: 'send', values }
}
