import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CodeInput, codeTargets, generateCode } from '@parley/convert'
import { authSessionInMemory, defaultSendSettings, executeRequest, withoutScripts } from '@parley/engine'
import { type EffectiveAuth, type HttpRequest, newHttpRequest, row } from '@parley/model'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolchains } from './codegen-toolchains.testkit.ts'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport } from './node-transport.ts'
import { MemoryBodyStore } from './transport-fixture.testkit.ts'

/**
 * Generated code is run, and what arrives is compared with what Parley sends (attacks UI8). Texts hold
 * what ends strings, comments and interpolations in any of the languages.
 */
const sharpLine =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: It is there to show that no language fills it in.
  '\'"`$(touch pwned) `touch pwned` ${x} #{1} \\(x) %s \\n \\u0041 \\ */ ?> {{kept}} é😀\u202e\u00a0 ! @ end\\'
const sharpText = `${sharpLine}\n"""\n'''\nEOF\n\ttab\r\nlast`
// biome-ignore lint/suspicious/noTemplateCurlyInString: As above.
const headerText = '\'"`$(touch pwned) ${x} #{1} \\(x) %s \\ */ ?> ! @ {a,b} end'

const files: Readonly<Record<string, Buffer>> = {
  'a.png': Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]),
  'it\'s "a" $(touch pwned).txt': Buffer.from('quoted\r\n'),
}

interface Case {
  readonly request: Partial<HttpRequest>
  readonly path: string
  readonly auth?: EffectiveAuth
  /** What auth adds to the message. */
  readonly credentials?: string
  /** Targets whose library cannot send this, as their notices say. */
  readonly except?: readonly string[]
}

const cases: Readonly<Record<string, Case>> = {
  'GET with a query': {
    path: `/a//b/%2F/c;d=1?q=a%20b&q=&empty&x=1+1&y=[1]&z=${"'$(touch pwned)"}`,
    request: {},
    except: ['typescript', 'javascript', 'python', 'ruby', 'csharp'],
  },
  'GET with a plain query': { path: '/a/%2F/c;d=1?q=a b&q=&empty&x=1+1&u=é&t=???/', request: {} },
  'POST of JSON': {
    path: '/json',
    request: {
      method: 'POST',
      body: {
        type: 'raw',
        language: 'json',
        text: `{\n "n": 12345678901234567890,\n "a": ${JSON.stringify(sharpLine)}\n}`,
      },
    },
  },
  'POST of sharp text': {
    path: '/text',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: sharpText } },
  },
  'POST of text like a file': {
    path: '/at',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: '@/etc/hostname' } },
  },
  'POST of nothing': {
    path: '/empty',
    request: { method: 'POST', body: { type: 'raw', language: 'text', text: '' } },
  },
  'PATCH of a form': {
    path: '/form',
    request: {
      method: 'PATCH',
      body: {
        type: 'urlEncoded',
        fields: [row('a', '1'), row('a', ''), row(sharpText, sharpText), row('*~', '*~')],
      },
    },
  },
  'POST of a form with parts': {
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'plain', value: sharpLine, enabled: true },
          { kind: 'text', name: 'at', value: '@a.png;type=text/html', enabled: true },
          { kind: 'file', name: 'f', filePaths: ['a.png'], enabled: true },
          { kind: 'file', name: 'g', filePaths: ['a.png'], enabled: true, contentType: 'text/x-own' },
        ],
      },
    },
    // Its notice says so.
    except: ['wget'],
  },
  'POST of a form with line breaks and a sharp name': {
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'lines', value: sharpText, enabled: true },
          { kind: 'text', name: "it's $(touch pwned) `x` \\ #{1}", value: '', enabled: true },
        ],
      },
    },
    // Browsers' forms have CRLF only; Net::HTTP and HTTPX escape backslashes of a name; Wget has no parts.
    except: ['typescript', 'javascript', 'ruby', 'python-httpx', 'wget'],
  },
  'POST of a form with names twice and types': {
    path: '/parts',
    request: {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'a', value: 'one', enabled: true },
          { kind: 'text', name: 'a', value: '{"two":"\\""}', enabled: true, contentType: 'application/json' },
          { kind: 'file', name: 'a', filePaths: ['a.png', 'a.png'], enabled: true },
        ],
      },
    },
    // Their notices say so, or a part with a type becomes a file.
    except: ['ruby', 'typescript', 'javascript', 'wget'],
  },
  'PUT of a file': {
    path: '/file',
    request: {
      method: 'PUT',
      body: { type: 'file', files: [{ filePath: 'a.png', contentType: '', selected: true }] },
    },
  },
  'PUT of a file with a sharp name': {
    path: '/file',
    request: {
      method: 'PUT',
      body: {
        type: 'file',
        files: [{ filePath: 'it\'s "a" $(touch pwned).txt', contentType: 'text/x', selected: true }],
      },
    },
  },
  'POST of GraphQL': {
    path: '/graphql',
    request: {
      method: 'POST',
      body: {
        type: 'graphql',
        query: 'query($a: String) {\n b(a: "x")\n}',
        variables: '{"a": "\'$(touch pwned)"}',
      },
    },
  },
  'DELETE with headers': {
    path: '/headers',
    request: {
      method: 'DELETE',
      headers: [
        row('X-Sharp', headerText),
        row('x-lower', 'Mixed'),
        row('Accept', 'text/x'),
        row('X-Off', 'x'),
      ].map(one => ({ ...one, enabled: one.name !== 'X-Off' })),
      cookies: [row('a', '1'), row('b', '"2"')],
    },
  },
  'GET with a name of objects': {
    path: '/names',
    request: { headers: [row('constructor', 'c'), row('__proto__', 'p')] },
    except: ['typescript', 'javascript'],
  },
  'GET with an empty header': {
    path: '/empty-header',
    request: { headers: [row('X-Empty', '')] },
    except: ['ruby', 'csharp'],
  },
  'GET with one header twice': { path: '/twice', request: { headers: [row('X-A', '1'), row('X-A', '2')] } },
  'GET with a header in UTF-8': {
    path: '/utf8',
    request: { headers: [row('X-U', 'é😀')] },
    except: ['java', 'csharp'],
  },
  'a method of its own': { path: '/link', request: { method: 'LINK' } },
  HEAD: { path: '/head', request: { method: 'HEAD' } },
  OPTIONS: { path: '/options', request: { method: 'OPTIONS' } },
  'GET with content': {
    path: '/get',
    request: { method: 'GET', body: { type: 'raw', language: 'json', text: '{}' } },
    except: ['typescript', 'javascript', 'csharp'],
  },
  'Basic Auth': {
    path: '/basic',
    request: {},
    auth: { type: 'basic', username: "it's", password: `"${sharpLine}` },
    credentials: `Basic ${Buffer.from(`it's:"${sharpLine}`).toString('base64')}`,
  },
  'Bearer Token': {
    path: '/bearer',
    request: {},
    auth: { type: 'bearer', token: headerText },
    credentials: `Bearer ${headerText}`,
  },
}

let sink: Sink
let folder: string

beforeAll(async () => {
  sink = await startSink()
})

afterAll(() => sink.close())

async function sendByParley(request: HttpRequest, folder: string): Promise<void> {
  const outcome = await executeRequest(
    inFolder(request, folder),
    {
      ancestors: [],
      environment: null,
      workspaceVariables: [],
      globalVariables: [],
      liveScopes: [],
      defaultSettings: defaultSendSettings,
    },
    {
      transport: createTransport({ bodyStore: new MemoryBodyStore() }),
      scripts: withoutScripts,
      history: { record: async () => {} },
      clock: { now: Date.now },
      random: { uuid: () => '11111111-2222-4333-8444-555555555555', integer: () => 0 },
      hostNames: nodeHostNames,
      authSession: authSessionInMemory(),
      files: filesByPath,
    },
    new AbortController().signal,
  )
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
}

function inFolder(request: HttpRequest, folder: string): HttpRequest {
  const { body } = request
  const place = (filePath: string) => join(folder, filePath)
  if (body.type === 'file')
    return {
      ...request,
      body: { ...body, files: body.files.map(file => ({ ...file, filePath: place(file.filePath) })) },
    }
  if (body.type !== 'multipart') return request
  const parts = body.parts.map(one =>
    one.kind === 'file' ? { ...one, filePaths: one.filePaths.map(place) } : one,
  )
  return { ...request, body: { ...body, parts } }
}

/** What must be the same whoever sends it; fields of one name are one list (RFC 9110 §5.3). */
function comparable({ method, url, headers, content }: RecordedRequest, names: ReadonlySet<string>) {
  const fields = new Map<string, string>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    if (!names.has(key)) continue
    const shown = key === 'content-type' ? value.replace(/boundary=.*$/, 'boundary') : value
    const before = fields.get(key)
    fields.set(key, before === undefined ? shown : `${before}, ${shown}`)
  }
  const type = headers.find(field => field.name.toLowerCase() === 'content-type')?.value ?? ''
  const boundary = /^multipart\/form-data;\s*boundary="?([^"]+)"?$/.exec(type)?.[1]
  return {
    method,
    url,
    fields: Object.fromEntries([...fields].sort(([a], [b]) => (a < b ? -1 : 1))),
    content:
      boundary === undefined ? content.toString('latin1') : partsOf(content.toString('latin1'), boundary),
  }
}

/** The heads of parts in lower case and order, without what some libraries add, and their content. */
function partsOf(text: string, boundary: string): readonly string[] {
  return `\r\n${text}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const end = part.indexOf('\r\n\r\n')
      const head = part
        .slice(2, end)
        .split('\r\n')
        .filter(line => !/^content-(?:length|transfer-encoding)/i.test(line))
        .map(line => line.replace(/^[^:]+/, name => name.toLowerCase()))
        .sort()
      return [...head, part.slice(end)].join('\n')
    })
}

const generated = new Set(['host', 'user-agent', 'content-length', 'accept-encoding', 'connection'])

for (const toolchain of toolchains) {
  const target = codeTargets.find(one => one.id === toolchain.targetId)
  if (target === undefined) throw new Error(`No target ${toolchain.targetId}`)
  const isPresent = await toolchain.isPresent()
  const title = `${target.language} ${target.library}${isPresent ? '' : ' (not on this machine)'}`
  describe.skipIf(!isPresent)(title, () => {
    const suited = Object.entries(cases).filter(([, one]) => !one.except?.includes(target.id))
    test.each(suited)('%s', { timeout: 60_000 }, async (_name, { path, request, auth, credentials }) => {
      folder = mkdtempSync(join(tmpdir(), 'parley-code-'))
      try {
        for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
        const whole = newHttpRequest({ ...request, url: sink.url + path })
        const first = sink.requests.length
        const shown =
          credentials === undefined
            ? whole
            : { ...whole, headers: [...whole.headers, row('Authorization', credentials)] }
        await sendByParley(shown, folder)
        const input: CodeInput = { ...whole, auth: auth ?? { type: 'none' } }
        const code = generateCode(target, input, { includeAuth: true, keepsVariables: false })
        await toolchain.run(code, folder)
        const [ours, theirs] = (await sink.waitForRequests(first + 2)).slice(first)
        if (ours === undefined || theirs === undefined) throw new Error('Nothing arrived')
        const names = new Set(
          ours.headers.map(field => field.name.toLowerCase()).filter(name => !generated.has(name)),
        )
        expect(comparable(theirs, names), code).toEqual(comparable(ours, names))
        expect(readdirSync(folder).filter(name => name.includes('pwned') && !(name in files))).toEqual([])
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  })
}
