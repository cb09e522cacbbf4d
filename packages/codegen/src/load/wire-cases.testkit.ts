import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunItem } from '@parley/engine'
import { type Auth, type HttpRequest, type NewRequestFields, newHttpRequest, row } from '@parley/model'
import { type RecordedRequest, type Sink, startSink } from '@parley/testkit'
import { onTestFinished } from 'vitest'
import { codeCases, codeFiles } from '../cases.testkit.ts'
import { schemes, withFile } from '../differential-cases.testkit.ts'
import { noContext } from '../prepare-code.testkit.ts'
import { comparable, obtainedToken, sendByEngine } from '../wire.testkit.ts'
import { itemOf, rowOf } from './load-plan.testkit.ts'

/** A value with everything that ends strings, URLs, forms and JSON. */
const hostileValue = `a&b=c d+é😀"'\\%{}<>\`~!()*,;$\${x}"""#{1}`

/** The values of names in the requests, which scripts take from a data row. */
export const row1 = { v: hostileValue, 'my name': 'x y', n: '7' }

/** Requests with names in every place, which a script fills in. */
const named: Readonly<Record<string, NewRequestFields>> = {
  'a name in a path and a query': { url: '/p/{{v}}/x?q={{v}}&{{n}}=1' },
  'a name in a header': { url: '/header', headers: [row('X-{{n}}', 'a {{my name}} b')] },
  'a name in JSON': {
    url: '/json',
    method: 'POST',
    body: { type: 'raw', language: 'json', text: '{"a": {{n}}, "b": "{{my name}}", "c": "{{none}}"}' },
  },
  'a name in text': { url: '/text', method: 'POST', body: { type: 'raw', language: 'text', text: '{{v}}' } },
  'a name in a form': {
    url: '/form',
    method: 'POST',
    body: { type: 'urlEncoded', fields: [row('{{v}}', '{{v}}'), row('{{none}}', 'x{{n}}')] },
  },
  'a name in a form with parts': {
    url: '/parts',
    method: 'POST',
    body: {
      type: 'multipart',
      parts: [{ kind: 'text', name: 'a {{n}}', value: '{{v}}', enabled: true }],
    },
  },
  'a name in GraphQL': {
    url: '/graphql',
    method: 'POST',
    body: {
      type: 'graphql',
      query: '{ a(b: "{{my name}}", c: """{{v}}""") }',
      variables: '{"a": {{n}}, "b": "{{my name}}"}',
    },
  },
  'names in Basic': {
    url: '/basic',
    auth: { type: 'basic', username: '{{my name}}', password: 'p{{v}}' },
  },
}

/** Authorization that scripts send. */
const translatedSchemes = Object.entries(schemes).filter(([, { type }]) =>
  ['none', 'bearer', 'apiKey', 'basic', 'oauth2'].includes(type),
)

/** A case on the wire: sent by Parley, and by a script. */
interface WireCase {
  readonly name: string
  readonly request: HttpRequest
}

/** Returns every body and every translated authorization, to be sent to a server. */
export function wireCases(server: string, folder: string): readonly WireCase[] {
  const make = (name: string, path: string, fields: NewRequestFields, at: number): WireCase => ({
    name,
    request: withFiles(
      newHttpRequest({ auth: { type: 'none' }, ...fields, name, url: `${server}/n${at}${path}` }),
      folder,
    ),
  })
  const ofCode = Object.entries(codeCases)
    .filter(([, { auth }]) => auth?.type !== 'jwt')
    .map(([name, { path, request, auth }]) => ({ name, path, fields: { ...request, ...(auth && { auth }) } }))
  const ofSchemes = translatedSchemes.map(([name, auth]) => ({
    name: `scheme: ${name}`,
    path: '/auth?q=1',
    fields: { auth: withTokenUrl(auth, server) },
  }))
  const ofNames = Object.entries(named).map(([name, { url = '', ...fields }]) => ({
    name,
    path: url,
    fields,
  }))
  return [...ofCode, ...ofSchemes, ...ofNames].map(({ name, path, fields }, at) =>
    make(name, path, fields, at),
  )
}

function withTokenUrl(auth: Auth, server: string): Auth {
  return auth.type === 'oauth2' && auth.grantType === 'clientCredentials'
    ? { ...auth, tokenUrl: `${server}/token`, clientId: 'me & you', clientSecret: 's+ c' }
    : auth
}

/** The files of the cases are in a folder of their own. */
function withFiles(request: HttpRequest, folder: string): HttpRequest {
  const names = Object.keys(codeFiles)
  const text = JSON.stringify(request)
  const used =
    names.find(name => text.includes(JSON.stringify(name).slice(1, -1)) && name !== 'a.png') ?? 'a.png'
  return withFile(request, join(folder, used))
}

/** Starts a server that records requests and gives tokens. */
export async function startWireServer(): Promise<Sink> {
  const sink = await startSink(({ url }) => ({
    statusCode: 200,
    headers: ['Content-Type', 'application/json'],
    content: url.startsWith('/token') ? JSON.stringify({ access_token: obtainedToken }) : '{}',
  }))
  onTestFinished(() => sink.close())
  return sink
}

/** Writes the files of the cases into a folder, which is removed after the test. */
export function folderOfFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, bytes] of Object.entries(codeFiles)) writeFileSync(join(folder, name), bytes)
  return folder
}

/** Returns the items of the cases for a plan. */
export function itemsOfCases(cases: readonly WireCase[]): readonly RunItem[] {
  return cases.map(({ request }) => itemOf(request))
}

/** Sends the cases as Parley does, with the values of the data row. */
export async function sendCases(cases: readonly WireCase[]): Promise<void> {
  for (const { request } of cases) await sendByEngine(request, { ...noContext, liveScopes: [rowOf(row1)] })
}

/** Returns the cases that a script sends otherwise than Parley, with what both sent. */
export function differences(
  cases: readonly WireCase[],
  byParley: readonly RecordedRequest[],
  byScript: readonly RecordedRequest[],
): readonly unknown[] {
  return cases.flatMap(({ name, request }, at) => {
    const isCase = ({ url }: RecordedRequest) => url.startsWith(`/n${at}/`)
    const written = new Set(request.headers.map(one => one.name.toLowerCase()))
    const [sent, scripted] = [byParley, byScript].map(all => {
      const found = all.find(isCase)
      if (found === undefined) return 'nothing'
      const { order: _, ...parts } = comparable('python', found, written)
      return parts
    })
    return JSON.stringify(sent) === JSON.stringify(scripted) ? [] : [{ name, sent, scripted }]
  })
}

/** The tokens that were requested. */
export function tokenRequests(all: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return all.filter(({ url }) => url.startsWith('/token'))
}
