import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FoundAgain } from '../apps/server/src/access/found-again.ts'
import { startTestServer } from '../apps/server/src/start-test-server.testkit.ts'
import { findServerAgain } from '../apps/web/src/window/find-server-again.ts'

const key = 'k'.repeat(43)
const host = '127.0.0.1:4000'

/** What a window reads from a server that answers in memory; `seen` has all paths that were asked. */
function readFrom(server: FoundAgain, seen: string[] = []) {
  return async (path: string): Promise<unknown> => {
    seen.push(path)
    const [nonce = '', proof] = path.split('/').slice(2)
    if (proof === undefined) return server.prove(nonce)
    const token = server.tokenFor(nonce, proof)
    return token === null ? null : { token }
  }
}

const serverAt = (address: string, ownKey = key) =>
  new FoundAgain({ key: ownKey, token: 'token', host: () => address })

test('a window gets the token of a server that has its key', async () => {
  expect(await findServerAgain({ host, read: readFrom(serverAt(host)) }, key)).toBe('token')
})

test('a server with another key gets a random number and nothing else (LS12)', async () => {
  const seen: string[] = []
  const read = readFrom(serverAt(host, 'x'.repeat(43)), seen)
  expect(await findServerAgain({ host, read }, key)).toBeNull()
  expect(seen).toEqual([expect.stringMatching(/^\/found-again\/[\w-]{43}$/)])
})

test('a program on the port of the page cannot pass on what the server on another port says (LS12)', async () => {
  const seen: string[] = []
  const read = readFrom(serverAt('127.0.0.1:5000'), seen)
  expect(await findServerAgain({ host, read }, key)).toBeNull()
  expect(seen).toHaveLength(1)
})

test.each([
  ['nothing', null],
  ['a text', 'token'],
  ['no proof', { nonce: 'n'.repeat(43) }],
  ['a wrong proof', { nonce: 'n'.repeat(43), proof: 'p'.repeat(43) }],
  ['a path as its nonce', { nonce: '../../rpc/tabs/save', proof: 'p' }],
  ['a token at once', { token: 'theirs' }],
])('a program that answers with %s gets nothing (LS12)', async (_, answer) => {
  const seen: string[] = []
  const read = async (path: string) => {
    seen.push(path)
    return answer
  }
  expect(await findServerAgain({ host, read }, key)).toBeNull()
  expect(seen).toHaveLength(1)
})

test('a program that only asks gets no token (LS12)', async () => {
  const server = serverAt(host)
  expect(server.prove('short')).toBeNull()
  const asked = server.prove('a'.repeat(43))
  expect(asked).not.toBeNull()
  // Not even with the proof of the server, and each question is answered once.
  expect(server.tokenFor(asked?.nonce ?? '', asked?.proof ?? '')).toBeNull()
  const seen: string[] = []
  await findServerAgain({ host, read: readFrom(server, seen) }, key)
  const [nonce = '', proof = ''] = (seen[1] ?? '').split('/').slice(2)
  expect(server.tokenFor(nonce, proof)).toBeNull()
  expect(server.tokenFor('never-asked', proof)).toBeNull()
})

test('questions that nobody goes on with are forgotten', async () => {
  const server = serverAt(host)
  const seen: string[] = []
  const read = readFrom(server, seen)
  const found = findServerAgain(
    {
      host,
      async read(path) {
        if (seen.length === 1) for (let count = 0; count < 100; count += 1) server.prove('a'.repeat(43))
        return read(path)
      },
    },
    key,
  )
  expect(await found).toBeNull()
})

test('the next start takes the port of the last one, and gives its windows the new token', async () => {
  const appDataFolder = mkdtempSync(join(tmpdir(), 'parley-found-'))
  onTestFinished(() => rmSync(appDataFolder, { recursive: true, force: true }))
  const first = await startTestServer({ appDataFolder })
  const { windowKey } = await first.client.session.describe()
  await first.close()
  const second = await startTestServer({ appDataFolder })
  expect(second.port).toBe(first.port)
  const read = async (path: string) => {
    const response = await fetch(second.server.origin + path)
    return response.ok ? response.json() : null
  }
  const token = await findServerAgain({ host: `127.0.0.1:${second.port}`, read }, windowKey)
  expect(token).toBe(second.server.token)
  expect(token).not.toBe(first.server.token)
  await second.close()

  // Where another program has the port, any other will do.
  const other = createServer()
  await new Promise<void>(resolve => other.listen(second.port, '127.0.0.1', resolve))
  const third = await startTestServer({ appDataFolder })
  expect(third.port).not.toBe(second.port)
  await third.close()
  await new Promise(resolve => other.close(resolve))
})
