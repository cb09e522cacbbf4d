import type { Collection, Item, Row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { describeImportLoss } from '../describe-import.ts'
import { importFiles } from '../import-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function imported(files: Readonly<Record<string, string>>) {
  const { parts, refused } = importFiles(
    Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })),
  )
  const [part] = parts
  const [collection] = part?.collections ?? []
  if (collection === undefined) throw new Error(JSON.stringify(refused))
  const losses = part?.report.losses.filter(({ code }) => code.startsWith('HEADER_')) ?? []
  return { collection, losses }
}

const shown = (rows: readonly Row[]) => rows.map(({ name, enabled }) => `${enabled ? '' : '~'}${name}`)

/** Returns the headers of the only request, in whatever folders. */
function headersOf({ items }: Pick<Collection, 'items'>): readonly string[] {
  const [item] = items as readonly Item[]
  if (item?.kind === 'folder') return headersOf(item)
  if (item === undefined || !('headers' in item)) throw new Error('No request')
  return shown(item.headers)
}

interface Source {
  /** The authorization of the collection, the folder and the request; absent: it inherits. */
  readonly auths: {
    readonly collection?: AuthParts
    readonly folder?: AuthParts
    readonly request?: AuthParts
  }
  readonly header: string
}

const bearer = { mode: 'bearer', bearer: { token: '{{t}}' } }
const emptyBearer = { mode: 'bearer', bearer: { token: '' } }
const basic = { mode: 'basic', basic: { username: 'u', password: '' } }
const apiKey = (placement: string) => ({
  mode: 'apikey',
  apikey: { key: 'X-Key', value: 'v', placement, in: placement },
})
const digest = { mode: 'digest', digest: { username: 'u', password: 'p' } }
const none = { mode: 'none', none: {} }

const cases: readonly (readonly [name: string, source: Source, isReplaced: boolean])[] = [
  ['its own', { auths: { request: bearer }, header: 'authorization' }, true],
  ['that of the folder', { auths: { collection: none, folder: basic }, header: 'Authorization' }, true],
  ['that of the collection', { auths: { collection: bearer }, header: 'Authorization' }, true],
  ['digest', { auths: { collection: digest }, header: 'Authorization' }, true],
  ['an API key of that name', { auths: { request: apiKey('header') }, header: 'x-key' }, true],
  ['an API key of another name', { auths: { request: apiKey('header') }, header: 'Authorization' }, false],
  ['an API key in the query', { auths: { request: apiKey('query') }, header: 'X-Key' }, false],
  ['none', { auths: { collection: bearer, request: none }, header: 'Authorization' }, false],
  ['none of the folder', { auths: { collection: bearer, folder: none }, header: 'Authorization' }, false],
  ['an empty token', { auths: { request: emptyBearer }, header: 'Authorization' }, false],
  ['another header', { auths: { collection: bearer }, header: 'X-Other' }, false],
]

type Written = Readonly<Record<string, string>>
type AuthParts = Readonly<Record<string, unknown>> & { readonly mode?: string }

function postmanAuth(auth: AuthParts | undefined, isV1: boolean): object {
  if (auth === undefined) return {}
  const type = auth.mode === 'none' ? 'noauth' : String(auth.mode)
  const fields = auth[String(auth.mode)] ?? {}
  const list = Object.entries(fields).map(([key, value]) => ({ key, value }))
  return { auth: { type, [type]: isV1 ? fields : list } }
}

function postmanV2({ auths: { collection, folder, request }, header }: Source): Written {
  const headers = [{ key: header, value: 'stale' }]
  const item = {
    name: 'R',
    request: { method: 'GET', url: 'h', header: headers, ...postmanAuth(request, false) },
  }
  const folders = [{ name: 'F', item: [item], ...postmanAuth(folder, false) }]
  return {
    'c.json': JSON.stringify({ info: { name: 'C' }, item: folders, ...postmanAuth(collection, false) }),
  }
}

function postmanV1({ auths: { collection, folder, request }, header }: Source): Written {
  const headerData = [{ key: header, value: 'stale', enabled: true }]
  const one = { id: 'r', name: 'R', method: 'GET', url: 'h', headerData, ...postmanAuth(request, true) }
  const folders = [{ id: 'f', name: 'F', order: ['r'], ...postmanAuth(folder, true) }]
  const whole = { id: 'c', name: 'C', order: [], folders_order: ['f'], folders, requests: [one] }
  return { 'c.json': JSON.stringify({ ...whole, ...postmanAuth(collection, true) }) }
}

function postmanV3({ auths: { collection, folder, request }, header }: Source): Written {
  const auth = (one: AuthParts | undefined) =>
    one === undefined
      ? {}
      : {
          auth: { type: one.mode === 'none' ? 'noauth' : one.mode, credentials: one[String(one.mode)] ?? {} },
        }
  const definition = (name: string, one: AuthParts | undefined) =>
    JSON.stringify({ $kind: 'collection', name, ...auth(one) })
  return {
    'C/.resources/definition.yaml': definition('C', collection),
    'C/F/.resources/definition.yaml': definition('F', folder),
    'C/F/R.request.yaml': JSON.stringify({
      ...{ $kind: 'http-request', name: 'R', url: 'h', method: 'GET' },
      ...{ headers: { [header]: 'stale' }, ...auth(request) },
    }),
  }
}

const bruBlocks = (auth: AuthParts) => {
  const fields: object = Object(auth[String(auth.mode)])
  const lines = Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${value === 'query' ? 'queryparams' : value}`,
  )
  return auth.mode === 'none' ? '' : `\nauth:${auth.mode} {\n${lines.join('\n')}\n}\n`
}

function bruno({ auths: { collection, folder, request }, header }: Source): Written {
  const container = (name: string, auth: AuthParts = { mode: 'inherit' }) =>
    `meta {\n  name: ${name}\n}\n\nauth {\n  mode: ${auth.mode}\n}\n${bruBlocks(auth)}`
  const own: AuthParts = request ?? { mode: 'inherit' }
  return {
    'bruno.json': '{"version": "1", "name": "C", "type": "collection"}',
    'collection.bru': container('C', collection),
    'F/folder.bru': container('F', folder),
    'F/R.bru': `meta {\n  name: R\n  type: http\n}\n\nget {\n  url: h\n  body: none\n  auth: ${own.mode}\n}\n\nheaders {\n  ${header}: stale\n}\n${bruBlocks(own)}`,
  }
}

function brunoJson({ auths: { collection, folder, request }, header }: Source): Written {
  const query = (auth: AuthParts = { mode: 'inherit' }) =>
    JSON.parse(JSON.stringify(auth).replaceAll('"query"', '"queryparams"'))
  const headers = [{ name: header, value: 'stale', enabled: true }]
  const item = {
    type: 'http',
    name: 'R',
    request: { url: 'h', method: 'GET', headers, auth: query(request) },
  }
  const items = [{ type: 'folder', name: 'F', root: { request: { auth: query(folder) } }, items: [item] }]
  return {
    'c.json': JSON.stringify({
      version: '1',
      name: 'C',
      items,
      root: { request: { auth: query(collection) } },
    }),
  }
}

const writers = { postmanV2, postmanV1, postmanV3, bruno, brunoJson }

describe.each(Object.entries(writers))('a typed header in %s', (_, write) => {
  test.each(cases)('against %s', (_name, source, isReplaced) => {
    const { collection, losses } = imported(write(source))
    expect(headersOf(collection)).toEqual([`${isReplaced ? '~' : ''}${source.header}`])
    expect(losses).toEqual(
      isReplaced ? [{ path: ['C', 'F', 'R'], code: 'HEADER_REPLACED', subject: source.header }] : [],
    )
  })
})

describe('a header of a folder of Bruno', () => {
  const request = (name: string, auth: string) =>
    `meta {\n  name: ${name}\n  type: http\n}\n\nget {\n  url: h\n  body: none\n  auth: ${auth}\n}\n`
  const folder =
    'meta {\n  name: F\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: t\n}\n\nheaders {\n  Authorization: stale\n}\n'
  const read = (auths: readonly string[]) =>
    imported({
      'bruno.json': '{"version": "1", "name": "C", "type": "collection"}',
      'F/folder.bru': folder,
      ...Object.fromEntries(auths.map((auth, at) => [`F/${at}.bru`, request(`R${at}`, auth)])),
    })
  const rowsOf = ({ items: [one] }: Collection) => (one?.kind === 'folder' ? shown(one.defaults.headers) : [])

  test('is unticked if every request sends the authorization instead', () => {
    const { collection, losses } = read(['inherit', 'inherit'])
    expect(rowsOf(collection)).toEqual(['~Authorization'])
    expect(losses.map(describeImportLoss)).toEqual([
      'The header Authorization is unticked, because the other client sends the authorization instead.',
    ])
  })

  test('stays if a request sends it, and is named', () => {
    const { collection, losses } = read(['inherit', 'none'])
    expect(rowsOf(collection)).toEqual(['Authorization'])
    expect(losses.map(describeImportLoss)).toEqual([
      'The other client sends the authorization instead of the header Authorization; Parley sends the header.',
    ])
  })
})
