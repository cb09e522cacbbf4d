import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCurl, byParley, curlName, type Got, missingCurl } from './by-curl-and-parley.testkit.ts'
import { packageVersion, useComparisons } from './comparisons.testkit.ts'
import { missingPackages, packagesFolder } from './package-servers.mjs'
import { freePort } from './web-servers.testkit.ts'

const name = '@modelcontextprotocol/server-everything'
const compare = useComparisons('mcp-server')
const missing = missingPackages === '' ? missingCurl : missingPackages
let folder = ''
let url = ''
let stop = async () => {}

beforeAll(async () => {
  if (missing !== '') return
  folder = mkdtempSync(join(tmpdir(), 'parley-mcp-'))
  // The helpers trust it.
  writeFileSync(join(folder, 'ca.pem'), '')
  const port = await freePort()
  const program = join(packagesFolder, name, 'dist/index.js')
  const child = spawn(process.execPath, [program, 'streamableHttp'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port) },
  })
  let said = ''
  child.stderr.on('data', text => {
    said += text
  })
  const ended = once(child, 'exit')
  await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${said}`)
      return said.includes('listening')
    },
    () => `the server to listen (${said})`,
  )
  url = `http://127.0.0.1:${port}/mcp`
  stop = async () => {
    child.kill()
    await ended
  }
})
afterAll(async () => {
  await stop()
  if (folder !== '') rmSync(folder, { recursive: true })
})

const call = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const begin = call(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'Zoë', version: '1' },
})
const accept = 'Accept: application/json, text/event-stream'
const json = 'Content-Type: application/json'

/** What a client sends within its session, in this order. */
const session: Readonly<Record<string, readonly string[]>> = {
  'that it is ready': ['-d', '{"jsonrpc": "2.0", "method": "notifications/initialized"}'],
  'the list of tools': ['-d', call(2, 'tools/list')],
  'the list of resources': ['-d', call(3, 'resources/list')],
  'a call of a tool': ['-d', call(4, 'tools/call', { name: 'echo', arguments: { message: 'Zoë 🦊' } })],
  'a call with a wrong argument': ['-d', call(5, 'tools/call', { name: 'echo', arguments: { message: 5 } })],
  'a tool that is not there': ['-d', call(6, 'tools/call', { name: 'nothing', arguments: {} })],
  'a method that is not there': ['-d', call(7, 'nothing/at_all')],
  'a second initialization': ['-d', begin],
  'what is no JSON': ['-d', '{"jsonrpc": '],
  'a version that is not there': ['-H', 'MCP-Protocol-Version: 1999-01-01', '-d', call(8, 'tools/list')],
  'the end of the session': ['-X', 'DELETE'],
  'a call after the end': ['-d', call(9, 'tools/list')],
}
const outside: Readonly<Record<string, readonly string[]>> = {
  'a call without a session': ['-H', accept, '-d', call(2, 'tools/list')],
  'a session that is not there': ['-H', accept, '-H', 'mcp-session-id: 1', '-d', call(2, 'tools/list')],
  'a client that takes no events': ['-H', 'Accept: application/json', '-d', begin],
  'a stream without a session': ['-H', 'Accept: text/event-stream', '-X', 'GET'],
  'a method of HTTP that it does not take': ['-X', 'PUT', '-d', '{}'],
}

/** Identifiers are new for each client. */
const isOfTheSession = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|_\d{13}_[\da-z]+/g
const comparable = ({ fields, body, ...got }: Got) => ({
  ...got,
  fields: fields.map(field => field.replace(isOfTheSession, '…')),
  body: Buffer.from(body, 'base64').toString().replace(isOfTheSession, '…'),
})

describe(`${name} answers as it answers curl`, needs(missing === '', missing), () => {
  const compareOne = async (ours: Promise<Got>, theirs: Promise<Got>) =>
    compare(
      {
        server: name,
        version: packageVersion(name, packagesFolder),
        client: curlName(),
        what: 'status, version of HTTP, header fields, body',
      },
      comparable(await ours),
      comparable(await theirs),
    )

  test('a session', async () => {
    const sessionOf = async (client: typeof byCurl) => {
      const got = await client(folder, url, ['-H', json, '-H', accept, '-d', begin])
      const [, id = ''] = /^mcp-session-id: (.+)$/m.exec(got.fields.join('\n')) ?? []
      expect(id).not.toBe('')
      expect(Buffer.from(got.body, 'base64').toString()).toContain('"protocolVersion":"2025-06-18"')
      return { got, options: ['-H', json, '-H', accept, '-H', `mcp-session-id: ${id}`] }
    }
    const ours = await sessionOf(byParley)
    const theirs = await sessionOf(byCurl)
    await compareOne(Promise.resolve(ours.got), Promise.resolve(theirs.got))
    for (const options of Object.values(session))
      await compareOne(
        byParley(folder, url, [...ours.options, ...options]),
        byCurl(folder, url, [...theirs.options, ...options]),
      )
  })

  test.each(Object.entries(outside))('%s', async (_, options) => {
    await compareOne(
      byParley(folder, url, ['-H', json, ...options]),
      byCurl(folder, url, ['-H', json, ...options]),
    )
  })
})
