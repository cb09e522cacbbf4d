import {
  type Collection,
  decodeFormText,
  type Environment,
  type HttpBody,
  type Item,
  type PlainVariable,
  type RequestExample,
  splitRequestUrl,
  type Variable,
  variableText,
} from '@parley/model'
import { holdsReference, isCredentialHeader, isCredentialName } from '../credential-names.ts'

/** A place in an entity that seems to contain a secret, by its name or value. */
export interface LiteralSecret {
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** What contains the secret; never the value. */
  readonly subject: string
}

interface Entities {
  readonly collections: readonly Collection[]
  readonly environments: readonly Environment[]
  readonly globals: readonly Variable[]
}

/**
 * Finds secrets that are written outside of secret fields (behaviour, Secret fields): a workspace
 * stores these texts unchanged in its files.
 */
export function literalSecrets({ collections, environments, globals }: Entities): readonly LiteralSecret[] {
  const found: LiteralSecret[] = []
  const look = (path: readonly string[], subjects: readonly string[]) => {
    for (const subject of subjects) found.push({ path, subject })
  }
  const visit = (path: readonly string[], item: Item): void => {
    if (item.kind === 'scriptFile' || item.kind === 'appFile') return
    const inside = [...path, item.name]
    if (item.kind === 'folder') {
      look(inside, inDefaults(item.defaults))
      for (const one of item.items) visit(inside, one)
    } else look(inside, inRequest(item))
  }
  for (const collection of collections) {
    look([collection.name], inDefaults(collection.defaults))
    for (const environment of collection.environments)
      look([collection.name, environment.name], inVariables(environment.variables))
    for (const item of collection.items) visit([collection.name], item)
  }
  for (const environment of environments) look([environment.name], inVariables(environment.variables))
  look([], inVariables(globals))
  return found
}

/** Matches credentials by the formats that services use, whatever their names. */
const madeByServices =
  /^(?:(?:Bearer|Basic|Token)\s+\S{8,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|(?:sk|pk|rk)_(?:live|test)_\w{10,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|glpat-[\w-]{16,})$/i

/** Matches placeholders in angle brackets, such as Postman's `<string>`. */
const placeholder = /^(?:(?:Bearer|Basic|Token)\s+)?<[a-z]+(?:[ _-][a-z]+)*>$/i

interface Named {
  readonly name: string
  readonly value: string
}

/** The last part of a path names a value: `tokenization.shopperReference` is no token, and no date is a secret. */
function isNamedAsOne(name: string): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1)
  return !own.toLowerCase().startsWith('date') && isCredentialName(own)
}

function isLiteral({ name, value }: Named, isNamed: (name: string) => boolean): boolean {
  const text = value.trim()
  if (text === '' || holdsReference(text) || placeholder.test(text)) return false
  return isNamed(name) || madeByServices.test(text)
}

function inNamed(
  what: string,
  entries: readonly Named[],
  isNamed: (name: string) => boolean,
): readonly string[] {
  return entries.filter(one => isLiteral(one, isNamed)).map(one => `${what} ${one.name}`)
}

const inHeaders = (entries: readonly Named[]) => inNamed('header', entries, isCredentialHeader)

function inVariables(variables: readonly Variable[]): readonly string[] {
  const plain = variables.filter((one): one is PlainVariable => !one.secret)
  const named = plain.map(one => ({ name: one.name, value: variableText(one) }))
  return inNamed('variable', named, isCredentialName)
}

function inDefaults({ headers, metadata, variables }: Collection['defaults']): readonly string[] {
  return [...inHeaders([...headers, ...metadata]), ...inVariables(variables)]
}

function inRequest(item: Exclude<Item, { kind: 'folder' | 'scriptFile' | 'appFile' }>): readonly string[] {
  const common = [...inUrl(item.url), ...inVariables(item.variables)]
  if ('metadata' in item) return [...common, ...inHeaders(item.metadata)]
  // Session cookies authenticate the user, whatever their names.
  const cookies = inNamed('cookie', item.cookies, () => true)
  const carried = [...common, ...inHeaders(item.headers), ...cookies]
  if (!('body' in item)) return carried
  const examples = 'examples' in item ? (item.examples ?? []).flatMap(inExample) : []
  return [...carried, ...inBody(item.body), ...examples]
}

function inUrl(url: string): readonly string[] {
  const { base, query } = splitRequestUrl(url)
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*:([^/?#@]+)@/i.exec(base)?.[1] ?? ''
  const pairs = (query ?? '').split('&').map(pair => {
    const end = pair.indexOf('=')
    const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
    return { name: decodeFormText(name), value: decodeFormText(value) }
  })
  return [
    ...(password === '' || holdsReference(password) ? [] : ['password in the URL']),
    ...inNamed('param', pairs, isCredentialName),
  ]
}

function inBody(body: HttpBody): readonly string[] {
  switch (body.type) {
    case 'raw':
      return inText(body.text)
    case 'graphql':
      return [...inText(body.variables), ...inText(body.extensions ?? '')]
    case 'urlEncoded':
      return inNamed('form field', body.fields, isNamedAsOne)
    case 'multipart':
      return inNamed(
        'form field',
        body.parts.flatMap(part => (part.kind === 'text' ? [part] : [])),
        isNamedAsOne,
      )
    case 'none':
    case 'file':
      return []
  }
}

/** Checks the members of JSON, and the pairs of forms that were typed as text. */
function inText(text: string): readonly string[] {
  const members = [...text.matchAll(/"((?:[^"\\]|\\.){1,100})"\s*:\s*"((?:[^"\\]|\\.)*)"/g)]
  const named = members.map(([, name = '', value = '']) => ({ name, value }))
  return [...new Set(inNamed('body field', named, isNamedAsOne))]
}

function inExample({ name, request, response }: RequestExample): readonly string[] {
  const body = response?.body?.type === 'binary' ? '' : (response?.body?.data ?? '')
  const subjects = [
    ...inUrl(request?.url ?? ''),
    ...inHeaders(request?.headers ?? []),
    ...inBody(request?.body ?? { type: 'none' }),
    ...inHeaders(response?.headers ?? []),
    ...inText(body),
  ]
  return subjects.length === 0 ? [] : [`example “${name}”, ${[...new Set(subjects)].join(', ')}`]
}
