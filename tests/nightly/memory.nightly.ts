import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sparseFile } from '../../bench/sparse-file.ts'
import { startWireServer } from '../../bench/start-wire-server.ts'
import { keepLoad } from './kept-results.ts'

const transferBytes = 2 * 1024 ** 3
const mostGrownMb = 150
const transferProgram = fileURLToPath(new URL('transfer.mjs', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-nightly-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Transferred {
  readonly httpVersion: string
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly grownMb: number
}

/** Runs one transfer in a separate program and returns its output. */
async function transfer(...args: readonly string[]): Promise<Transferred> {
  const child = spawn(process.execPath, [transferProgram, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout))
}

describe.each([
  ['HTTP/1.1', 'http', '1.1', 'http/1.1'],
  ['HTTP/1.1 over TLS', 'https', '1.1', 'https/1.1'],
  ['HTTP/2', 'https', '2', 'https/2'],
] as const)('over %s', (_, scheme, httpVersion, name) => {
  let server: Awaited<ReturnType<typeof startWireServer>>
  beforeAll(async () => {
    server = await startWireServer(scheme)
  })
  afterAll(() => server.close())

  test('2 GB come down in bounded memory', async () => {
    const url = `${server.origin}/bytes?count=${transferBytes}`
    const result = await transfer(url, httpVersion, server.certificateAuthority)
    process.stdout.write(`down: ${JSON.stringify(result)}\n`)
    keepLoad({ load: `down ${name}`, grownMb: result.grownMb })
    expect(result).toMatchObject({ httpVersion, receivedBytes: transferBytes })
    expect(result).toHaveProperty(
      'grownMb',
      expect.toSatisfy((mb: number) => mb < mostGrownMb),
    )
  })

  test('2 GB go up in bounded memory', async () => {
    const file = sparseFile(folder, transferBytes)
    const result = await transfer(`${server.origin}/upload`, httpVersion, server.certificateAuthority, file)
    process.stdout.write(`up: ${JSON.stringify(result)}\n`)
    keepLoad({ load: `up ${name}`, grownMb: result.grownMb })
    expect(result).toMatchObject({ httpVersion })
    expect(result).toHaveProperty(
      'sentBytes',
      expect.toSatisfy((bytes: number) => bytes >= transferBytes),
    )
    expect(result).toHaveProperty(
      'grownMb',
      expect.toSatisfy((mb: number) => mb < mostGrownMb),
    )
  })
})
