import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CodeInput, codeTargets, generateCode } from '@parley/convert'
import {
  authSessionInMemory,
  defaultSendSettings,
  executeRequest,
  noAllowedOrigins,
  withoutScripts,
} from '@parley/engine'
import { type HttpRequest, newHttpRequest, row } from '@parley/model'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeCases, codeFiles } from './codegen-cases.testkit.ts'
import { toolchains } from './codegen-toolchains.testkit.ts'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport } from './node-transport.ts'
import { MemoryBodyStore } from './transport-fixture.testkit.ts'

/**
 * Generated code is run, and what arrives is compared with what Parley sends (attacks UI8). `npm test`
 * runs the cases that hold the sharpest texts; `npm run test:toolchains` runs them all.
 */
const isWhole = process.env.PARLEY_ALL_CODE === '1'
const chosen = Object.entries(codeCases).filter(([, one]) => isWhole || one.isSharp)

let sink: Sink
let folder: string
const ours = new Map<string, RecordedRequest>()

beforeAll(async () => {
  sink = await startSink()
  folder = mkdtempSync(join(tmpdir(), 'parley-code-'))
  writeFiles(folder)
  for (const [name, { path, request, credentials }] of chosen) {
    const whole = newHttpRequest({ ...request, url: sink.url + path })
    const authorized =
      credentials === undefined
        ? whole
        : { ...whole, headers: [...whole.headers, row('Authorization', credentials)] }
    await sendByParley(authorized, folder)
    const sent = sink.requests.at(-1)
    if (sent === undefined) throw new Error('Nothing arrived')
    ours.set(name, sent)
  }
})

afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true })
})

function writeFiles(place: string): void {
  for (const [name, bytes] of Object.entries(codeFiles)) writeFileSync(join(place, name), bytes)
}

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
      secretHosts: noAllowedOrigins,
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
  const isLeft = toolchain.isSlow && !isWhole
  const reason = !isPresent ? ' (not on this machine)' : isLeft ? ' (too slow for every run)' : ''
  const title = `${target.language} ${target.library}${reason}`
  describe.skipIf(!isPresent || isLeft)(title, () => {
    const suited = chosen.filter(([, one]) => !one.except?.includes(target.id))
    const codes = new Map<string, string>()
    const theirs = new Map<string, RecordedRequest>()
    let complaint = ''
    let left: readonly string[] = []

    // One start of the language for all of its code; each request is known by the head of its path.
    beforeAll(async () => {
      const place = mkdtempSync(join(tmpdir(), 'parley-code-'))
      try {
        writeFiles(place)
        for (const [index, [name, { path, request, auth }]] of suited.entries()) {
          const url = `${sink.url}${headOf(index)}${path}`
          const input: CodeInput = { ...newHttpRequest({ ...request, url }), auth: auth ?? { type: 'none' } }
          codes.set(name, generateCode(target, input, { includeAuth: true, keepsVariables: false }))
        }
        complaint = await toolchain.run([...codes.values()], place)
        for (const [index, [name]] of suited.entries()) {
          const head = headOf(index)
          const arrived = sink.requests.find(one => one.url.startsWith(`${head}/`))
          if (arrived !== undefined) theirs.set(name, { ...arrived, url: arrived.url.slice(head.length) })
        }
        left = readdirSync(place).filter(name => name.includes('pwned') && !(name in codeFiles))
      } finally {
        rmSync(place, { recursive: true })
      }
    }, 900_000)

    const headOf = (index: number) => `/${toolchain.targetId}-${index}`

    test.each(suited.map(([name]) => name))('%s', name => {
      const [mine, their] = [ours.get(name), theirs.get(name)]
      if (mine === undefined || their === undefined)
        throw new Error(`Nothing arrived.\n${complaint.slice(0, 2000)}\n${codes.get(name)}`)
      const names = new Set(
        mine.headers.map(field => field.name.toLowerCase()).filter(one => !generated.has(one)),
      )
      expect(comparable(their, names), codes.get(name)).toEqual(comparable(mine, names))
    })

    // The code says so itself, in a comment.
    const excepted = chosen.filter(([, one]) => one.except?.includes(target.id))
    test.skip.each(excepted.map(([name]) => name))('%s (its library cannot send this)', () => {})

    test('no text was run as a command', () => expect(left).toEqual([]))
  })
}
