import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { BodyReads } from '../server-client/body-reads.ts'
import { createLastCall } from '../server-client/last-call.ts'
import { createServerClient } from '../server-client/server-client.ts'
import { createFileUpload } from '../server-client/upload-file.ts'
import { setServerAbsent } from './server-absence-gate.ts'

const origin = 'http://127.0.0.1:9'
const token = () => 'token'

/** The ways in which the page sends something to its server. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a call': () => createServerClient(origin, token, new BodyReads()).session.describe(),
  'the upload of a file': () => createFileUpload(origin, token)('window', new File(['typed'], 'a.txt')),
  'the last call of a page that closes': async () => createLastCall(origin, token)('tabs/save', {}),
}

afterEach(() => {
  setServerAbsent(false)
  vi.unstubAllGlobals()
})

it.each(Object.entries(ways))('sends nothing while the server is lost: %s (LS12)', async (_, send) => {
  const called = vi.fn(async () => {
    throw new TypeError('no server')
  })
  vi.stubGlobal('fetch', called)
  setServerAbsent(true)
  await send().catch(() => undefined)
  expect(called).not.toHaveBeenCalled()
  setServerAbsent(false)
  await send().catch(() => undefined)
  expect(called).toHaveBeenCalledOnce()
})

it('knows every way in which the page sends something', () => {
  const folder = join(import.meta.dirname, '..')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.test|\.testkit|\.slow)\.tsx?$/.test(name))
    .filter(name =>
      /(?:await|=>|=|return|^)\s*fetch\(|new RPCLink|sendBeacon\(|new XMLHttpRequest|new (?:EventSource|WebSocket)\(/m.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    )
  expect(found.toSorted()).toEqual([
    'server-client/last-call.ts',
    'server-client/read-schema-text.ts',
    'server-client/server-client.ts',
    'server-client/upload-file.ts',
    'views/ResponsePane/body/PdfPreview.tsx',
    'window/find-server-again.ts',
  ])
  // Two of them read what a ticket names that only the server gave, and the last one asks for the proof.
})
