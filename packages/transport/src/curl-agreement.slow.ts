import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { importCurl } from '@parley/convert'
import {
  authSessionInMemory,
  defaultSendSettings,
  executeRequest,
  noAllowedOrigins,
  withoutScripts,
} from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import { holdOpen, type RawConnection, type RawServer } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport } from './node-transport.ts'
import { MemoryBodyStore, rawServers } from './transport-fixture.testkit.ts'

const isCurlHere = (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'curl')))
const start = rawServers()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-curl-'))
  writeFileSync(join(folder, 'a.png'), Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]))
  writeFileSync(join(folder, 'b.json'), '{"b":\n1}')
})

afterAll(() => rmSync(folder, { recursive: true }))

/** The ways to quote a word of a command for bash. */
type Quoting = 'single' | 'double' | 'ansi' | 'backslash'

function quote(text: string, quoting: Quoting): string {
  switch (quoting) {
    case 'single':
      return `'${text.replaceAll("'", "'\\''")}'`
    case 'double':
      return `"${text.replace(/[$`"\\]/g, '\\$&')}"`
    case 'ansi':
      return `$'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('é', '\\xc3\\xa9').replaceAll('😀', '\\U0001F600')}'`
    case 'backslash':
      return text === '' ? "''" : text.replace(/[^A-Za-z0-9\n]/gu, '\\$&').replaceAll('\n', "'\n'")
  }
}

// These letters form no program's name, so a fault in the quoting cannot run anything.
const sharp = fc.string({
  unit: fc.constantFrom(...'ab1 \'"`$\\!#%&*();<>?[]^{|}~=+,:@/.-_é😀\n'),
  maxLength: 12,
})
const plain = fc.string({ unit: fc.constantFrom(...'ab1 \'"`$\\!#%&*()<>?[]^{|}~=+,:/.-_'), maxLength: 12 })
const token = fc.string({ unit: fc.constantFrom(...'abXY-_9'), minLength: 1, maxLength: 6 })
const pathText = fc.string({ unit: fc.constantFrom(..."ab1.-_~!$&'()*+,;=%2f/"), maxLength: 10 })

const headers = fc
  .uniqueArray(fc.tuple(token, plain), { selector: ([name]) => name.toLowerCase(), maxLength: 3 })
  .map(pairs =>
    pairs.flatMap(([name, value]) => ['-H', value.trim() === '' ? `X-${name};` : `X-${name}: ${value}`]),
  )

const part = fc.oneof(
  fc.tuple(token, sharp).map(([name, value]) => ['--form-string', `${name}=${value}`]),
  fc
    .tuple(token, fc.string({ unit: fc.constantFrom(...'ab1 ;"\\=,x/'), maxLength: 10 }))
    .map(([name, value]) => ['-F', `${name}=v${value}`]),
  fc
    .tuple(token, plain)
    .map(([name, value]) => ['-F', `${name}="${value.replace(/["\\]/g, '\\$&')}";type=text/x-a`]),
  token.map(name => ['-F', `${name}=@a.png`]),
  token.map(name => ['-F', `${name}=@b.json;type=application/json`]),
)

const content = fc.oneof(
  fc.constant<string[]>([]),
  fc
    .array(
      sharp.map(value => ['-d', `a${value}`]),
      { minLength: 1, maxLength: 3 },
    )
    .map(all => all.flat()),
  fc
    .array(fc.tuple(token, token), { minLength: 1, maxLength: 3 })
    .map(all => all.flatMap(([n, v]) => ['--data', `${n}=${v}`])),
  sharp.map(value => ['--data-raw', `@${value}`]),
  fc.tuple(token, sharp).map(([name, value]) => ['--data-urlencode', `${name}=${value}`]),
  sharp.map(value => ['--data-urlencode', `=${value}`]),
  fc.array(sharp, { minLength: 1, maxLength: 2 }).map(all => all.flatMap(value => ['--json', `{${value}`])),
  fc.array(part, { minLength: 1, maxLength: 3 }).map(all => all.flat()),
  fc.constant(['--data-binary', '@a.png']),
  fc.constant(['--json', '@b.json']),
  fc.constant(['-T', 'a.png']),
  fc.constant(['-I']),
  fc.constant(['-r', '0-9']),
  fc
    .tuple(token, token)
    .map(([name, value]) => ['-G', '-d', `${name}=${value}`, '--data-urlencode', `x=${value} &é`]),
  fc.tuple(token, token).map(([name, value]) => ['--url-query', `${name}=${value} ~*`]),
)

const extras = fc.subarray(
  [
    ['-A', 'An/1 agent'],
    ['-e', 'http://r.test/'],
    ['--compressed'],
    ['-b', 'a=1; b="2"'],
    ['-sS'],
    ['-L'],
    ['-k'],
    ['-kL', '--max-redirs', '3'],
    ['-m', '30'],
    ['--http1.1'],
    ['--resolve', 'a.test:80:127.0.0.1'],
  ],
  { maxLength: 4 },
)

const auth = fc.constantFrom<string[]>(
  [],
  ['--basic', '-u', 'u:p é:"x'],
  ['-uu:p'],
  ['--oauth2-bearer', 'a.b-c_~+/='],
)

/** A method, separate from its option or joined to it, with or without other option letters before it. */
const method = fc
  .tuple(
    fc.constantFrom('PUT', 'PATCH', 'aBc', 'DELETE'),
    fc.constantFrom('apart', 'joined', 'bundled', 'long'),
  )
  .map(([name, way]) => {
    if (way === 'apart') return ['-X', name]
    return way === 'long' ? ['--request', name] : [`${way === 'bundled' ? '-sS' : '-'}X${name}`]
  })

interface GeneratedCommand {
  readonly words: readonly string[]
  readonly path: string
  readonly quotings: readonly Quoting[]
  readonly continued: readonly boolean[]
}

const command: fc.Arbitrary<GeneratedCommand> = fc.record({
  words: fc
    .tuple(fc.option(method, { nil: [] }), headers, content, extras, auth)
    .map(([asked, head, body, more, identity]) => [...asked, ...head, ...body, ...more.flat(), ...identity]),
  path: fc
    .tuple(pathText, fc.option(pathText, { nil: null }))
    .map(([path, query]) => `/${path}${query === null ? '' : `?${query}`}`),
  quotings: fc
    .infiniteStream(fc.constantFrom<Quoting>('single', 'double', 'ansi', 'backslash'))
    .map(stream => [...stream.take(40)]),
  continued: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
})

function written({ words, path, quotings, continued }: GeneratedCommand, url: string): string {
  return [
    'curl',
    ...[...words, '-g', url + path].map((word, index) => quote(word, quotings[index] ?? 'single')),
  ]
    .flatMap((word, index) => (index === 0 ? [word] : [continued[index] ? ' \\\n  ' : ' ', word]))
    .join('')
}

async function answerAll(connection: RawConnection): Promise<void> {
  const head = (await connection.receiveUntil('\r\n\r\n')).toString('latin1')
  if (/^expect:/im.test(head)) await connection.send('HTTP/1.1 100 Continue\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  await connection.receiveBytes(length)
  await connection.send('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  await holdOpen(connection)
}

function runCurl(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', text], { cwd: folder }, (error, _out, complaint) =>
      error ? reject(new Error(`${text}\n${complaint}`)) : resolve(),
    )
  })
}

/** Files of a command are in its folder; everything else goes as it was read. */
function inFolder(request: HttpRequest): HttpRequest {
  const place = (filePath: string) => join(folder, filePath)
  const { body } = request
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

async function sendByParley(request: HttpRequest, nowMs = Date.now()): Promise<void> {
  const transport = createTransport({ bodyStore: new MemoryBodyStore() })
  const outcome = await executeRequest({
    request: inFolder(request),
    context: {
      ancestors: [],
      environment: null,
      workspaceVariables: [],
      globalVariables: [],
      liveScopes: [],
      defaultSettings: defaultSendSettings,
    },
    ports: {
      transport,
      scripts: withoutScripts,
      history: { record: async () => {} },
      clock: { now: () => nowMs, monotonic: () => nowMs },
      random: { uuid: () => '11111111-2222-4333-8444-555555555555', integer: () => 0 },
      hostNames: nodeHostNames,
      authSession: authSessionInMemory(),
      secretHosts: noAllowedOrigins,
      files: filesByPath,
    },
    signal: new AbortController().signal,
  })
  transport.close()
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
}

/**
 * Returns a request without the differences that two clients may have: User-Agent and Accept, the order of
 * generated headers, the boundary and so the length, the length of empty content (RFC 9110 §8.6), the case of
 * escapes, and the Expect and type of a file that is uploaded without one.
 */
function comparable(
  bytes: Buffer,
  words: readonly string[],
): { readonly head: readonly string[]; readonly content: string } {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const boundary = /boundary=([-\w]+)/.exec(text.slice(0, end))?.[1]
  const lines = text.slice(0, end).split('\r\n')
  const isEscaped = words.includes('--data-urlencode') || words.includes('--url-query')
  const shown = (line: string) => {
    const unbound = boundary === undefined ? line : line.replaceAll(boundary, 'BOUNDARY')
    return isEscaped ? unbound.replace(/%[0-9a-f]{2}/gi, one => one.toUpperCase()) : unbound
  }
  const own = /^(?:user-agent: (?:curl|parley)\/|accept: \*\/\*$|content-length: 0$|expect:)/i
  const fields = lines
    .slice(1)
    .filter(line => !own.test(line))
    .filter(line => boundary === undefined || !/^content-length:/i.test(line))
    .filter(line => !words.includes('-T') || !/^content-type:/i.test(line))
    .map(line => shown(line.replace(/:[ \t]*/, ': ').trimEnd()))
  return { head: [shown(lines[0] ?? ''), ...fields.sort()], content: shown(text.slice(end + 4)) }
}

function signedAtMs(head: string): number | undefined {
  const date = /^x-amz-date: (\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/im.exec(head)?.slice(1).map(Number)
  const [year = 0, month = 1, day, hour, minute, second] = date ?? []
  return date === undefined ? undefined : Date.UTC(year, month - 1, day, hour, minute, second)
}

async function compare(text: string, words: readonly string[], server: RawServer): Promise<void> {
  const first = server.connections.length
  await runCurl(text)
  await server.waitForConnectionClose(first)
  const { requests, faults } = importCurl(text)
  expect(faults).toEqual([])
  const [request] = requests
  if (request === undefined || requests.length !== 1) throw new Error(`${requests.length} requests: ${text}`)
  // A signature contains the second in which it was made.
  await sendByParley(request, signedAtMs(server.receivedBytes(first).toString('latin1')))
  await server.waitForConnectionClose(first + 1)
  const [theirs, ours] = [first, first + 1].map(index => comparable(server.receivedBytes(index), words))
  expect(ours, text).toEqual(theirs)
}

describe(
  'generated commands, against the curl of this machine',
  needs(isCurlHere, 'curl (apt-get install curl)'),
  () => {
    test('are sent byte for byte as curl sends them', { timeout: 120_000 }, async () => {
      const server = await start(answerAll)
      await fc.assert(
        fc.asyncProperty(command, async generated => {
          const asksMethod = generated.words.some(word => /^(?:-(?:sS)?X|--request$)/.test(word))
          fc.pre(!generated.words.includes('-I') || !asksMethod)
          await compare(written(generated, server.url), generated.words, server)
        }),
        { numRuns: 120 },
      )
    })

    // Cases that a list of words cannot express: shell input, and requests that depend on the time or the
    // server.
    test.each<readonly [what: string, command: (url: string) => string]>([
      ['a heredoc', url => `curl --data-binary @- ${url}/h <<'END'\nline $HOME \`x\`\n\n"é"\nEND\n`],
      ['a pipe', url => `echo '{"a": 1}' | curl --json @- ${url}/p`],
      ['--url, last', url => `curl -XPUT -da=1 --url '${url}/u?x=1'`],
      ['user and password of the URL', url => `curl '${url.replace('//', '//u:p%40q@')}/i'`],
      ['--aws-sigv4', url => `curl -u AK:SK --aws-sigv4 aws:amz:eu-west-1:es '${url}/s/a'`],
    ])('%s is sent as curl sends it', async (_what, command) => {
      const server = await start(answerAll)
      await compare(command(server.url), [], server)
    })

    test('--next begins another request, which inherits nothing', async () => {
      const server = await start(async connection => {
        const head = (await connection.receiveUntil('\r\n\r\n')).toString('latin1')
        await connection.receiveBytes(Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0))
        await connection.send('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        await holdOpen(connection)
      })
      const text = `curl -s -H 'X-A: 1' -d a=1 ${server.url}/1 --next -s -b c=2 ${server.url}/2`
      await runCurl(text)
      for (const request of importCurl(text).requests) await sendByParley(request)
      const sent: ReturnType<typeof comparable>[] = []
      for (const index of [0, 1, 2, 3]) {
        await server.waitForConnectionClose(index)
        sent.push(comparable(server.receivedBytes(index), []))
      }
      expect(sent.slice(2)).toEqual(sent.slice(0, 2))
      expect(sent.map(one => one.head[0])).toEqual([
        ...['POST /1 HTTP/1.1', 'GET /2 HTTP/1.1'],
        ...['POST /1 HTTP/1.1', 'GET /2 HTTP/1.1'],
      ])
    })

    test('--digest answers a challenge with the fields that curl answers with', async () => {
      const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256, opaque="o"'
      const server = await start(async connection => {
        for (const answer of [`401 No\r\nWWW-Authenticate: ${challenge}`, '200 OK']) {
          await connection.receiveUntil('\r\n\r\n')
          await connection.send(`HTTP/1.1 ${answer}\r\nContent-Length: 0\r\n\r\n`)
        }
        await holdOpen(connection)
      })
      const text = `curl -s --digest -u 'u:p' ${server.url}/d`
      await runCurl(text)
      await server.waitForConnectionClose(0)
      const [request] = importCurl(text).requests
      if (request !== undefined) await sendByParley(request)
      await server.waitForConnectionClose(1)
      const [theirs, ours] = [0, 1].map(index => {
        const [, fields = ''] =
          /^authorization: Digest (.*)$/im.exec(server.receivedBytes(index).toString()) ?? []
        const pairs = [...fields.matchAll(/(\w+)=(?:"([^"]*)"|([^,\s]*))/g)]
        // The values of these two fields depend on what each client generates.
        return pairs
          .map(([, name = '', quoted, bare]) => [
            name,
            /^(?:cnonce|response)$/.test(name) ? '…' : (quoted ?? bare),
          ])
          .sort()
      })
      expect(theirs).toContainEqual(['response', '…'])
      expect(ours).toEqual(theirs)
    })
  },
)
