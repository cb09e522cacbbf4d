import { describe, expect, it } from 'vitest'
import {
  maximumFolderDepth,
  readCollection,
  readEnvironment,
  readFolder,
  readItem,
  readWorkspace,
  writeCollection,
  writeItem,
} from '../index.ts'
import { maximumReadProblems } from './read-problem.ts'

const smallest = { info: { type: 'http' }, http: { url: 'http://127.0.0.1/' } }

describe('a sloppy file', () => {
  it('reads with what is missing filled in', () => {
    expect(readItem(smallest)).toMatchObject({
      ok: true,
      value: { kind: 'http', name: '', method: 'GET', auth: { type: 'inherit' }, body: { type: 'none' } },
    })
    expect(readItem({ graphql: { body: { query: '{ a }' } } })).toMatchObject({
      value: { kind: 'graphql', method: 'POST', body: { query: '{ a }', variables: '' } },
    })
  })

  it.each([
    ['http', { http: {} }],
    ['graphql', { graphql: {} }],
    ['grpc', { grpc: {} }],
    ['webSocket', { websocket: {} }],
    ['folder', { info: { name: 'A' }, items: [] }],
    ['appFile', { info: { name: 'A' }, code: 'x' }],
    ['scriptFile', { type: 'script' }],
  ])('is known as %s without info.type', (kind, file) => {
    expect(readItem(file)).toMatchObject({ ok: true, value: { kind } })
  })

  it('may contain keys without values, which YAML allows', () => {
    const file = { info: null, http: { url: null, headers: null, body: null, auth: null }, runtime: null }
    expect(readItem(file)).toMatchObject({
      ok: true,
      value: { url: '', headers: [], auth: { type: 'inherit' } },
    })
    expect(readItem({ http: { headers: [null, { name: 'A' }] } })).toMatchObject({
      value: { headers: [{ name: 'A', value: '', enabled: true }] },
    })
  })

  it.each([{ port: '' }, { port: '8080' }, { port: '{{proxyPort}}' }])(
    'may name the port of a proxy as Bruno does: %j',
    ({ port }) => {
      const file = { config: { proxy: { disabled: true, config: { protocol: 'http', hostname: '', port } } } }
      const read = readCollection(file)
      expect(read).toMatchObject({ ok: true, value: { proxy: { port } } })
      expect(read.ok && writeCollection(read.value)).toMatchObject({
        config: { proxy: { config: { port } } },
      })
    },
  )

  it('may contain No Auth, for which the schema has no value', () => {
    const read = readItem({ http: { auth: { type: 'none' } } })
    expect(read).toMatchObject({ ok: true, value: { auth: { type: 'none' } } })
    expect(read.ok && writeItem(read.value)).toMatchObject({
      extensions: { parley: { auth: { type: 'none' } } },
    })
  })

  it('may be empty if everything is optional', () => {
    for (const empty of [null, undefined, {}]) {
      expect(readCollection(empty)).toMatchObject({ ok: true, value: { name: '', items: [] } })
      expect(readFolder(empty)).toMatchObject({ ok: true, value: { kind: 'folder', name: '' } })
      expect(readEnvironment(empty)).toMatchObject({ ok: true, value: { name: '' } })
      expect(readWorkspace(empty)).toMatchObject({ ok: true, value: { variables: [] } })
    }
  })

  it('may contain several scripts of one type, which are joined in order', () => {
    const scripts = [
      { type: 'tests', code: 'a()' },
      { type: 'before-request', code: 'b()' },
      { type: 'tests', code: 'c()' },
    ]
    expect(readItem({ ...smallest, runtime: { scripts } })).toMatchObject({
      value: { scripts: { tests: 'a()\nc()', preRequest: 'b()', postResponse: '' } },
    })
  })
})

describe('a broken file', () => {
  it.each([
    ['a list for a file', [], [], 'WRONG_TYPE', 'The file must be a set of keys and values, and is a list.'],
    [
      'a number for a text',
      { http: { url: 5 } },
      ['http', 'url'],
      'WRONG_TYPE',
      'http.url must be text in quotes, and is a number.',
    ],
    [
      'a text for a list',
      { info: { type: 'http', tags: 'smoke' } },
      ['info', 'tags'],
      'WRONG_TYPE',
      'info.tags must be a list, and is text.',
    ],
    [
      'a text for a switch',
      { http: { headers: [{ name: 'A', disabled: 'yes' }] } },
      ['http', 'headers', 0, 'disabled'],
      'WRONG_TYPE',
      'http.headers[0].disabled must be true or false, and is text.',
    ],
    [
      'an unknown authorization',
      { http: { auth: { type: 'edgegrid' } } },
      ['http', 'auth', 'type'],
      'UNKNOWN_VALUE',
      'http.auth.type must be one of bearer, apikey, basic, oauth2, awsv4, digest, oauth1, wsse, ntlm, and is “edgegrid”.',
    ],
    [
      'a body of no type',
      { http: { body: { mode: 'json', json: '{}' } } },
      ['http', 'body', 'type'],
      'MISSING',
      'http.body.type is missing.',
    ],
    [
      'an authorization of no type',
      { http: { auth: { username: 'ada' } } },
      ['http', 'auth', 'type'],
      'MISSING',
      'http.auth.type is missing.',
    ],
    [
      'an item of no kind',
      { info: { name: 'A' } },
      [],
      'UNKNOWN_KIND',
      'The file is not a request, folder, script or page: it names no type.',
    ],
  ])('with %s gives a problem with its place', (_, file, path, code, sentence) => {
    expect(readItem(file)).toEqual({ ok: false, failure: [{ path, code, sentence }] })
  })

  it('reports all problems at once', () => {
    const result = readCollection({
      opencollection: '2.0.0',
      info: { name: 1 },
      items: [smallest, { http: { method: false } }, 7],
    })
    expect(result.ok ? [] : result.failure.map(problem => problem.path.join('.'))).toEqual([
      'opencollection',
      'info.name',
      'items.1.http.method',
      'items.2',
    ])
  })

  it('reports only the first problems if there are very many', () => {
    const result = readItem({ http: { headers: new Array(50_000).fill(1) } })
    expect(result.ok ? 0 : result.failure.length).toBe(maximumReadProblems)
  })

  it('that nests a hundred thousand folders is reported, and the stack does not overflow', () => {
    let folder: object = { info: { type: 'folder' } }
    for (let depth = 0; depth < 100_000; depth += 1) folder = { info: { type: 'folder' }, items: [folder] }
    for (const result of [readItem(folder), readFolder(folder), readCollection({ items: [folder] })]) {
      expect(result).toMatchObject({ ok: false, failure: [{ code: 'TOO_DEEP' }] })
    }
  })

  it('may nest folders up to the limit', () => {
    let folder: object = { info: { type: 'folder' }, request: { auth: 'inherit' } }
    for (let depth = 1; depth < maximumFolderDepth; depth += 1) {
      folder = { info: { type: 'folder' }, items: [folder], request: { auth: 'inherit' } }
    }
    const result = readCollection({ opencollection: '1.0.0', items: [folder] })
    expect(result.ok && writeCollection(result.value)).toEqual({ opencollection: '1.0.0', items: [folder] })
  })
})

describe('keys with a meaning in JavaScript', () => {
  const hostile: unknown = JSON.parse(`{
    "__proto__": { "polluted": true, "http": { "url": "http://evil.test/" } },
    "constructor": { "prototype": { "polluted": true } },
    "info": { "type": "http", "__proto__": { "name": "evil" } },
    "http": { "url": "http://127.0.0.1/", "__proto__": { "method": "DELETE" },
      "body": { "type": "constructor", "data": "" } },
    "extensions": { "__proto__": { "parley": { "kind": "serverSentEvents" } } }
  }`)

  it('are not read, and change no prototype', () => {
    const result = readItem(hostile)
    expect(result).toMatchObject({ ok: false, failure: [{ path: ['http', 'body', 'type'] }] })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('inherited from a prototype are ignored', () => {
    const file: unknown = Object.create({ http: { url: 'http://evil.test/' }, info: { type: 'http' } })
    expect(readItem(file)).toMatchObject({ ok: false, failure: [{ code: 'UNKNOWN_KIND' }] })
  })

  it('are ordinary names of variables', () => {
    const variables = [
      { name: '__proto__', value: 'a' },
      { name: 'constructor', value: 'b' },
    ]
    const file = { ...smallest, info: { type: 'http' }, runtime: { variables } }
    const result = readItem(file)
    expect(result.ok && writeItem(result.value)).toMatchObject({ runtime: { variables } })
  })
})

describe('a huge file', () => {
  it('of twenty thousand requests reads without overflow', () => {
    const result = readCollection({ items: new Array(20_000).fill(smallest) })
    expect(result.ok && result.value.items.length).toBe(20_000)
  })
})
