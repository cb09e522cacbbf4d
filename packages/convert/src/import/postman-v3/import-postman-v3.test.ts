import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Folder, filePathsOf, type HttpRequest, type Item } from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import type { FolderFile } from '../folder-file.ts'
import { importFiles } from '../import-files.ts'
import { expectValidEntities, httpRequestsIn, requestsIn } from '../imported.testkit.ts'
import { parseV3Yaml } from './parse-v3-yaml.ts'
import { v3RequestName } from './v3-names.ts'

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/postman-v3', import.meta.url))

function filesOf(texts: Readonly<Record<string, string>>): readonly FolderFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
}

/** Imports one collection of these files. */
function imported(texts: Readonly<Record<string, string>>) {
  const { parts, refused } = importFiles(filesOf(texts), () => {}, 'Picked')
  const [part] = parts
  if (part === undefined) throw new Error(JSON.stringify(refused))
  expectValidEntities(part)
  const [collection] = part.collections
  if (collection === undefined) throw new Error('There is no collection.')
  const losses = part.report.losses.map(({ code, subject }) => `${code} ${subject}`)
  return { collection, losses, part, parts }
}

/** Imports one request. */
function request(text: string, others: Readonly<Record<string, string>> = {}) {
  const { collection, losses } = imported({ 'One.request.yaml': text, ...others })
  return { request: collection.items[0], losses }
}

function http(text: string): HttpRequest {
  const { request: found, losses } = request(`$kind: http-request\n${text}`)
  expect(losses).toEqual([])
  if (found?.kind !== 'http') throw new Error('It is no HTTP request.')
  return found
}

/** Returns a value in which a scalar is what is written, as a list of lines; empty ones are left out. */
function asTexts(value: unknown): string {
  return JSON.stringify(value, (_, one) => (one === null || one === '~' ? '' : one))
}

const namesOf = (items: readonly Item[]) => items.map(item => ('name' in item ? item.name : ''))

describe('the folder of a collection', () => {
  const definition = (name: string, more = '') => `$kind: collection\nname: ${name}\n${more}`
  const plain = (order: string) => `$kind: http-request\nmethod: GET\nurl: http://a.test\n${order}`

  test('has its folders and requests in their order, those without a position last', () => {
    const { collection } = imported({
      '.resources/definition.yaml': definition('Shop', 'description: All of it\n'),
      'B.request.yaml': plain('order: 1776283474028\n'),
      'A.request.yml': plain('order: 495980021565767\n'),
      'Last.request.yaml': plain(''),
      'F/.resources/definition.yaml': definition('Folder', 'order: 0.5\n'),
      'F/x.request.yaml': `${plain('order: 2\n')}name: http://localhost:3000/x\n`,
      'F/y.request.yaml': plain('order: 1\n'),
    })
    expect(collection).toMatchObject({ name: 'Shop', docs: 'All of it' })
    expect(namesOf(collection.items)).toEqual(['Folder', 'B', 'A', 'Last'])
    expect(collection.items.map(item => 'sequence' in item && item.sequence)).toEqual([1, 2, 3, 4])
    expect(namesOf((collection.items[0] as Folder).items)).toEqual(['y', 'http://localhost:3000/x'])
  })

  test.each([
    ['Shop/One.request.yaml', 'Shop'],
    ['repository/postman/collections/Shop/Inner/One.request.yaml', 'Shop'],
    ['One.request.yaml', 'Picked'],
  ])('%s is in the collection %s without a definition', (path, name) => {
    expect(imported({ [path]: plain('') }).collection.name).toBe(name)
  })

  test('is one of several, with the environments and globals beside it', () => {
    const environment =
      'name: Live\ncolor: "#ff0000"\nvalues:\n  - key: host\n    value: 1.10\n    enabled: false\n  - key: token\n    value: s\n    type: secret\n  - key: vault\n    source: {provider: postman}\n'
    const { parts } = imported({
      'postman/collections/A/One.request.yaml': plain(''),
      'postman/collections/B/.resources/definition.yaml': definition('B'),
      'postman/collections/B/One.request.yaml': plain(''),
      'postman/environments/Live.environment.yaml': environment,
      'postman/globals/workspace.globals.yaml': 'name: Globals\nvalues:\n  - key: g\n    value: x\n',
    })
    expect(parts.flatMap(part => part.collections.map(one => one.name))).toEqual(['A', 'B'])
    expect(parts.flatMap(part => part.environments)).toMatchObject([
      {
        name: 'Live',
        color: '#ff0000',
        variables: [
          { name: 'host', value: { text: '1.10' }, enabled: false },
          { name: 'token', secret: true },
          { name: 'vault', secret: true },
        ],
      },
    ])
    expect(parts.flatMap(part => part.secrets)).toMatchObject([{ name: 'token', value: 's' }])
    expect(parts.flatMap(part => part.globals)).toMatchObject([{ name: 'g', value: { text: 'x' } }])
  })

  test('hands down authorizations, variables and scripts', () => {
    const { collection, losses } = imported({
      '.resources/definition.yaml': definition(
        'Shop',
        `variables:\n  base: http://a.test\n  count: 9007199254740993\nauth:\n  - id: first\n    type: bearer\n    credentials: {token: t1}\n  - id: second\n    type: basic\n    credentials:\n      - {key: username, value: u}\n      - {key: password, value: p}\nscripts:\n  - type: http:beforeRequest\n    language: text/javascript\n    code: pm.a()\n  - type: grpc:beforeInvoke\n    code: pm.b()\n  - type: afterResponse\n    code: pm.c()\n`,
      ),
      'One.request.yaml': `${plain('order: 1\n')}auth:\n  type: inherit\n  credentials: {id: second}\n`,
      'Two.request.yaml': `${plain('order: 2\n')}auth: {type: inherit}\n`,
      'Three.request.yaml': `${plain('order: 3\n')}auth: {type: noauth}\n`,
      'Four.request.yaml': `${plain('order: 4\n')}auth: {type: inherit, credentials: {id: gone}}\n`,
    })
    expect(collection.defaults).toMatchObject({
      auth: { type: 'bearer', token: 't1' },
      scripts: { preRequest: 'pm.a()', postResponse: '' },
      variables: [
        { name: 'base', value: { text: 'http://a.test' } },
        { name: 'count', value: { text: '9007199254740993' } },
      ],
    })
    expect(collection.items).toMatchObject([
      { auth: { type: 'basic', username: 'u', password: 'p' } },
      { auth: { type: 'inherit' } },
      { auth: { type: 'none' } },
      { auth: { type: 'inherit' } },
    ])
    expect(losses).toEqual([
      'NOT_READ The script grpc:beforeInvoke',
      'NOT_READ The script afterResponse',
      'REFERENCE_NOT_FOUND the authorization gone',
    ])
  })

  test('names what it leaves out', () => {
    const { collection, losses } = imported({
      'Ask.request.yaml': '$kind: llm-request\nurl: http://a.test\n',
      'Chat.request.yaml': '$kind: socket.io-request\nurl: http://a.test\n',
      'None.request.yaml': 'url: http://a.test\n',
      'Old.request.yaml': `${plain('')}params: []\nevent: []\nheader:\n  X: "1"\n`,
      'broken.request.yaml': 'url: [\n',
      'list.request.yaml': '- 1\n',
      'notes.md': '# Notes',
      '.resources/Gone.resources/examples/a.example.yaml': '$kind: http-example\n',
    })
    expect(collection.items).toMatchObject([{ name: 'Old', headers: [{ name: 'X', value: '1' }] }])
    expect(losses).toEqual([
      'REQUEST_NOT_SUPPORTED llm-request',
      'REQUEST_NOT_SUPPORTED socket.io-request',
      'REQUEST_NOT_SUPPORTED a file without $kind',
      'NOT_READ `params` of Old.request.yaml',
      'NOT_READ `event` of Old.request.yaml',
      'READ_AS `header` as `headers`',
      expect.stringMatching(/^NOT_READ broken\.request\.yaml \(line \d+, column \d+: /),
      'NOT_READ list.request.yaml (it is not a map)',
      'NOT_READ notes.md',
      'NOT_READ .resources/Gone.resources/examples/a.example.yaml',
    ])
  })
})

describe('an HTTP request', () => {
  test.each([
    ['http://a.test/?a=1&b=2', 'queryParams: {a: "1", b: "2"}', 'http://a.test/?a=1&b=2', ['a=1', 'b=2']],
    ['http://a.test/?old=1#top', 'queryParams: {a: 1.10}', 'http://a.test/?a=1.10#top', ['a=1.10']],
    [
      'http://a.test/?a=1',
      'queryParams:\n  - {key: a, value: "1", description: One}\n  - {key: b, value: "2", disabled: true}',
      'http://a.test/?a=1',
      ['a=1', '#b=2'],
    ],
    ['http://a.test/?a=1', '', 'http://a.test/?a=1', ['a=1']],
  ])('%s with %s is sent to %s', (url, query, sent, params) => {
    const read = http(`method: GET\nurl: ${url}\n${query}\n`)
    expect(read.url).toBe(sent)
    expect(read.params.map(one => `${one.enabled ? '' : '#'}${one.name}=${one.value}`)).toEqual(params)
  })

  test.each([
    ['type: none', { type: 'none' }],
    ['type: json\n  content: |-\n    {"a": {{x}}}', { type: 'raw', language: 'json', text: '{"a": {{x}}}' }],
    ['type: text\n  content: {{all}}', { type: 'raw', language: 'text', text: '{{all}}' }],
    ['type: urlencoded\n  content: {a: 1}', { type: 'urlEncoded', fields: [{ name: 'a', value: '1' }] }],
    [
      'type: formdata\n  content:\n    - {key: f, type: file, src: a.png}\n    - {key: t, type: text, value: v, disabled: true}',
      {
        type: 'multipart',
        parts: [
          { kind: 'file', name: 'f', filePaths: ['a.png'] },
          { kind: 'text', name: 't', value: 'v', enabled: false },
        ],
      },
    ],
    ['type: file\n  content: {src: a.bin}', { type: 'file', files: [{ filePath: 'a.bin' }] }],
    ['type: file\n  content: {}', { type: 'file', files: [] }],
    ['type: graphql\n  content: {query: "{ a }"}', { type: 'graphql', query: '{ a }' }],
  ])('has the body %s', (body, expected) => {
    expect(http(`method: POST\nurl: http://a.test\nbody:\n  ${body}\n`).body).toMatchObject(expected)
  })

  test('has its scripts, settings and examples', () => {
    const { request: read, losses } = request(
      '$kind: http-request\nmethod: GET\nurl: http://a.test/:id\npathVariables: {id: "7"}\nscripts:\n  - type: beforeRequest\n    language: text/javascript\n    code: |-\n      a()\n        b()\n  - type: afterResponse\n    code: c()\n    packages: [{id: x}]\nsettings: {followRedirects: false, maxRedirects: 3, strictSSL: true, protocolVersion: http2, disabledSystemHeaders: [accept]}\nexamples: ./.resources/One.resources/examples/\n',
      {
        '.resources/One.resources/examples/b.example.yaml':
          '$kind: http-example\norder: 1\nrequest: {url: http://a.test/8, method: PUT, body: {type: json, content: "{}"}}\nresponse:\n  statusCode: 201\n  statusText: Created\n  headers: {X: y}\n  body: {type: json, content: "{\\"a\\":1}"}\n',
        '.resources/One.resources/examples/a.example.yaml': '$kind: http-example\norder: 2\nname: Second\n',
      },
    )
    expect(read).toMatchObject({
      pathParams: [{ name: 'id', value: '7' }],
      scripts: { preRequest: 'a()\n  b()', postResponse: 'c()' },
      settings: { followRedirects: false, maxRedirects: 3, httpVersion: '2' },
      examples: [
        {
          name: 'b',
          request: { method: 'PUT', url: 'http://a.test/8' },
          response: {
            statusCode: 201,
            reasonPhrase: 'Created',
            headers: [{ name: 'X', value: 'y' }],
            body: { type: 'json', data: '{"a":1}' },
          },
        },
        { name: 'Second' },
      ],
    })
    expect(losses).toEqual([
      'SETTING_NOT_SUPPORTED disabledSystemHeaders: ["accept"]',
      'NOT_READ packages of a script',
    ])
  })
})

describe('a request of another kind', () => {
  test('GraphQL', () => {
    const read = request(
      '$kind: graphql-request\nurl: http://a.test\nquery: "{ a }"\nvariables: "{\\"n\\": 9007199254740993}"\nheaders: {X: y}\nschema: {source: none}\nscripts:\n  - {type: beforeQuery, code: a()}\n',
    )
    expect(read).toMatchObject({
      losses: [],
      request: {
        kind: 'graphql',
        headers: [{ name: 'X', value: 'y' }],
        body: { query: '{ a }', variables: '{"n": 9007199254740993}', schema: { source: 'none' } },
        scripts: { preRequest: 'a()' },
      },
    })
  })

  test('WebSocket, with all its messages and none that is sent by itself', () => {
    const message = (order: number, type: string, content: string) =>
      `$kind: websocket-message\norder: ${order}\ncontentType: ${type}\ncontent: ${content}\n`
    const at = (name: string) => `.resources/One.resources/messages/${name}.message.yaml`
    const read = request(
      '$kind: websocket-request\nurl: ws://a.test\nmessages: .resources/One.resources/messages\nqueryParams: {q: "1"}\nsettings: {handshakeTimeout: 500, retryCount: 2, maxPayload: 1, strictSSL: false}\n',
      {
        [at('Hi')]: message(2, 'text', '"a\\r\\nb"'),
        [at('Json')]: message(1, 'json', "'{}'"),
        [at('Hex')]: message(3, 'hex', '"00ff"'),
        [at('Base64')]: message(4, 'base64', 'AA=='),
      },
    )
    expect(read).toMatchObject({
      losses: ['SETTING_NOT_SUPPORTED strictSSL: false'],
      request: {
        kind: 'webSocket',
        url: 'ws://a.test?q=1',
        settings: { timeoutMs: 500 },
        webSocket: {
          reconnect: true,
          maxMessageBytes: 1024 * 1024,
          messages: [
            { title: 'Json', format: 'json', data: '{}', selected: false },
            { title: 'Hi', format: 'text', data: 'a\r\nb' },
            { title: 'Hex', format: 'hex', data: '00ff' },
            { title: 'Base64', format: 'binary', data: 'AA==' },
          ],
        },
      },
    })
  })

  test.each([
    ['type: formdata\n  content:\n    - {key: f, type: file, src: [a.png, ../b.png]}', ['In/a.png', 'b.png']],
    ['type: file\n  content: {src: ./data/a.bin}', ['In/data/a.bin']],
    ['type: file\n  content: {src: /tmp/a.bin}', ['/tmp/a.bin']],
  ])('paths from the folder of the file: %s', (body, paths) => {
    const { collection, part } = imported({
      'In/One.request.yaml': `$kind: http-request\nmethod: POST\nurl: http://a.test\nbody:\n  ${body}\n`,
      '.resources/definition.yaml': '$kind: collection\n',
    })
    const [request] = (collection.items[0] as Folder).items
    expect(request?.kind === 'http' && filePathsOf(request.body)).toEqual(paths)
    expect(part.report.filesToPick.map(one => one.filePath)).toEqual(paths)
  })

  test.each([
    ['a.b.Echo.Ping', 'a.b.Echo/Ping'],
    ['a.b.Echo/Ping', 'a.b.Echo/Ping'],
    ['/a.b.Echo/Ping', 'a.b.Echo/Ping'],
  ])('gRPC with the method %s', (path, method) => {
    const { collection, losses, part } = imported({
      'In/One.request.yaml': `$kind: grpc-request\nurl: a.test:50051\nmethodPath: ${path}\nmessage: {content: '{"n": {{n}}}'}\nmetadata: {x: y}\nschema: {source: file, location: ../protos/a.proto}\nsettings: {secureConnection: true, maxResponseMessageSize: 8, serverNameOverride: b.test}\nscripts:\n  - {type: beforeInvoke, code: a()}\n  - {type: onMessage, code: b()}\n`,
      '.resources/definition.yaml': '$kind: collection\n',
    })
    expect((collection.items[0] as Folder).items).toMatchObject([
      {
        kind: 'grpc',
        url: 'grpcs://a.test:50051',
        method,
        protoFilePath: 'protos/a.proto',
        messages: [{ text: '{"n": {{n}}}' }],
        metadata: [{ name: 'x', value: 'y' }],
        options: { definition: 'proto', maxMessageBytes: 8 * 1024 * 1024 },
        scripts: { preRequest: 'a()' },
      },
    ])
    expect(part.report.filesToPick).toMatchObject([{ filePath: 'protos/a.proto' }])
    expect(losses).toEqual([
      'NOT_READ The script onMessage',
      'SETTING_NOT_SUPPORTED serverNameOverride: b.test',
    ])
  })
})

describe('YAML', () => {
  test.each([
    ['url: {{base}}/x', { url: '{{base}}/x' }],
    ['url: {{base}}', { url: '{{base}}' }],
    ['list:\n  - {{one}}\n  - key: {{two}}', { list: ['{{one}}', { key: '{{two}}' }] }],
    ['code: |-\n  url: {{base}}\n\n  x\nnext: 1', { code: 'url: {{base}}\n\nx', next: '1' }],
    ['body: "{\n  \\"a\\": 1\n}"\nnext: 2', { body: '{ "a": 1 }', next: '2' }],
    ["body: '{\n}'\nnext: {{x}}", { body: '{ }', next: '{{x}}' }],
    ['on: yes\nnumber: 1.10\nflag: true\nnone:', { on: 'yes', number: '1.10', flag: true, none: null }],
    ['content:\n  type: json\n  text: "a\nb"', { content: { type: 'json', text: 'a b' } }],
    ['text: "a"# b', null],
  ])('%j', (text, expected) => {
    const parsed = parseV3Yaml(text)
    expect(parsed.ok ? parsed.value : null).toEqual(expected)
  })

  test('that needs no repair is read as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z"':\n |>#-]{0,40}$/), text => {
        const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false })
        if (document.errors.length > 0) return
        const read = parseV3Yaml(text)
        expect(read.ok && asTexts(read.value), text).toEqual(asTexts(document.toJS() ?? null))
      }),
      { examples: [['>\n"\na'], ["|\n'\n\na"], ['"\na"'], ['- >\n "\n a']] },
    )
  })
})

describe('the corpus of Postman v3 (../shared/corpus)', needs(existsSync(corpus), corpusNeed), () => {
  const paths = existsSync(corpus) ? readdirSync(corpus, { recursive: true, withFileTypes: true }) : []
  const files = paths
    .filter(entry => entry.isFile())
    .map(entry => {
      const path = `${entry.parentPath}/${entry.name}`
      return { path: path.slice(corpus.length + 1), bytes: readFileSync(path) }
    })
  const requests = files.filter(({ path }) => v3RequestName(path.split('/').at(-1) ?? '') !== null)

  test('all 331 requests come, and nothing is lost but what is named', () => {
    const { parts } = importFiles(files)
    for (const part of parts) expectValidEntities(part)
    expect(requests).toHaveLength(331)
    expect(requestsIn(parts.flatMap(part => part.collections))).toBe(331)
    const losses = parts.flatMap(part => part.report.losses)
    const [bodies, others] = [true, false].map(isBody =>
      losses.filter(({ code }) => (code === 'BODY_DISABLED') === isBody),
    )
    expect([...new Set(bodies?.map(({ subject }) => subject.slice(0, 39)))].toSorted()).toEqual([
      'with GET, Postman sends none: <?xml ver',
      'with GET, Postman sends none: {"kept": ',
    ])
    expect([...new Set(others?.map(({ code, subject }) => `${code} ${subject}`))].toSorted()).toEqual([
      'HEADER_REPLACED Authorization',
      'HEADER_REPLACED authorization',
      'NAME_NOT_FILLED {{$randomCompanyName}}',
      'NAME_NOT_FILLED {{$randomEmail}}',
      'NAME_NOT_FILLED {{$randomFirstName}}',
      'NAME_NOT_FILLED {{$randomLastName}}',
      'NAME_NOT_FILLED {{$unitPrice}}',
      'NOT_READ The script onLunarEclipse',
      'NOT_READ The script onMessage',
      'NOT_READ The script prerequest',
      'NOT_READ `events` of definition.yaml',
      'NOT_READ methodDescriptor',
      'READ_AS `header` as `headers`',
      'SETTING_NOT_SUPPORTED disabledSystemHeaders: ["accept","content-type","user-agent"]',
      'SETTING_NOT_SUPPORTED disabledSystemHeaders: ["accept","content-type"]',
    ])
  })

  test('no HTTP request is changed, and the 21 bodies that YAML refuses are JSON', () => {
    let refused = 0
    for (const file of requests) {
      const { parts } = importFiles([file])
      const [read] = httpRequestsIn(parts.flatMap(part => part.collections[0]?.items ?? []))
      if (read === undefined) continue
      const text = new TextDecoder().decode(file.bytes)
      try {
        const raw = parse(text, { uniqueKeys: false })
        expect(read.method, file.path).toBe(raw.method)
        if (raw.queryParams === undefined) expect(read.url, file.path).toBe(raw.url)
        if (read.body.type === 'raw') expect(read.body.text, file.path).toBe(raw.body.content)
        const scripts: readonly { readonly type: string; readonly code: string }[] = raw.scripts ?? []
        for (const { type, code } of scripts)
          if (/^(?:beforeRequest|afterResponse)$/.test(type) && code.trim() !== '')
            expect(`${read.scripts.preRequest}\n${read.scripts.postResponse}`, file.path).toContain(code)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'YAMLParseError') throw error
        refused += 1
        const body = read.body.type === 'raw' ? read.body.text : ''
        JSON.parse(body.replace(/(?<!")\{\{[^}]*\}\}(?!")/g, '0'))
      }
    }
    expect(refused).toBe(21)
  })
})
