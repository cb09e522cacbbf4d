import { startSink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

describe('a body that is no text', () => {
  /** Starts a server that repeats the key after a byte that is no UTF-8, and bytes before it. */
  async function writeBinary(before: number): Promise<readonly string[]> {
    const binary = await startSink(({ headers }) => ({
      statusCode: 200,
      headers: ['Content-Type', 'application/octet-stream'],
      content: Buffer.concat([
        Buffer.alloc(before, 0xff),
        Buffer.from(headers.find(({ name }) => name === 'X-Key')?.value ?? ''),
        Buffer.from('the end'),
      ]),
    }))
    fixture.closeLater(binary)
    const args = fixture.writeApi()
    fixture.writeFile('api/shop/binary.yml', request('Binary', binary.url))
    return args
  }

  /** The longest run of characters of Base64 that could be a part of the secret. */
  const piecesOfCanary = [0, 1, 2].map(at =>
    Buffer.from(`${'x'.repeat(at)}${canary}`)
      .toString('base64')
      .slice(8, 14),
  )

  test.each([1, 2, 3])(
    'is hidden before it is divided, with %i bytes before the secret (MC1)',
    async before => {
      const agent = await fixture.connect(await writeBinary(before))
      const { data, text } = await agent.call('send_request', { path: 'shop/binary.yml' })
      expect(data.bodyEncoding).toBe('base64')
      const texts = [text]
      for (let offset = 0; offset < 60; offset += 3)
        texts.push((await agent.call('read_body', { handle: data.bodyHandle, offset, length: 12 })).text)
      for (const piece of piecesOfCanary) {
        expect(texts.join('\n')).not.toContain(piece)
        const found = await agent.call('read_body', { handle: data.bodyHandle, search: piece })
        expect(found.data.matches).toBe(0)
      }
    },
  )

  test.each([0, 3, 6, 9, 12, 15, 18])(
    'is hidden before it is cut, %i bytes before the end (MC1)',
    async at => {
      // 50 KB of Base64 are three quarters of its bytes.
      const agent = await fixture.connect(await writeBinary(38_400 - at))
      const { data, text } = await agent.call('send_request', { path: 'shop/binary.yml' })
      expect(data.isBodyCut).toBe(true)
      expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(0, 4))
    },
  )
})

test('a search of requests finds no secret out, character by character (MC1)', async () => {
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/plain.yml', request(`Plain ${canary}`, '{{base}}/plain'))
  const agent = await fixture.connect(args)
  for (const part of [canary.slice(0, 2), canary.slice(0, 5), canary.slice(3), canary]) {
    const { data } = await agent.call('list_requests', { search: `plain ${part}` })
    expect(data.requests, part).toEqual([])
  }
  expect((await agent.call('list_requests', { search: 'plain' })).data.requests).toHaveLength(1)
})

test('what an agent gives as a path is cut in the log and in the answer (MC1)', async () => {
  const agent = await fixture.connect(fixture.writeApi())
  const { text } = await agent.call('get_request', { path: 'x'.repeat(1_000_000) })
  expect(text.length).toBeLessThan(2000)
  expect(agent.stderr().length).toBeLessThan(2000)
})

describe('a secret in a host', () => {
  const host = 'Sup3rSecretHostName'

  test.each([
    ['a name that does not exist', 'http://{{token}}.invalid/'],
    ['a user and a password', 'http://{{token}}:{{token}}@127.0.0.1:1/'],
    ['a path', 'http://127.0.0.1:1/{{token}}/x'],
  ])('is hidden in errors, also in small letters: %s (MC1)', async (_, url) => {
    const [workspace, , environment] = fixture.writeApi()
    fixture.writeFile('api/shop/hosted.yml', request('Hosted', url, {}, { headers: [] }))
    const args = [workspace, '--env', environment, '--secret', `token=${host}`]
    const agent = await fixture.connect(args)
    const texts: string[] = []
    for (const [name, input] of [
      ['send_request', { path: 'shop/hosted.yml' }],
      ['run_collection', { path: 'shop/hosted.yml' }],
      ['get_run', { id: 'send-1' }],
      ['list_history', {}],
    ] as const) {
      const { text, data } = await agent.call(name, input)
      texts.push(text, JSON.stringify(data))
    }
    expect(texts.join('\n')).toContain('"failure"')
    expect((texts.join('\n') + agent.stderr()).toLowerCase()).not.toContain(host.toLowerCase())
  })
})

test('a secret that is too short to be searched for is in no address that an agent gets (MC1)', async () => {
  const [workspace, , environment] = fixture.writeApi()
  fixture.writeFile(
    'api/shop/short.yml',
    request('Short', '{{base}}/x/{{token}}?pin={{token}}', {}, { headers: [] }),
  )
  const agent = await fixture.connect([workspace, '--env', environment, '--secret', 'token=q7Z'])
  const { data } = await agent.call('send_request', { path: 'shop/short.yml' })
  expect(fixture.api.requests[0]?.url).toBe('/x/q7Z?pin=q7Z')
  expect(data.url).not.toContain('q7Z')
})

test('a secret that was typed into the file of a request is shown to no agent (MC1)', async () => {
  const args = fixture.writeApi()
  const auth = { type: 'bearer', token: 'typed-bearer-4711' }
  fixture.writeFile('api/shop/typed.yml', request('Typed', '{{base}}/typed', {}, { headers: [], auth }))
  const agent = await fixture.connect(args)
  const resource = await agent.resource('parley://request/shop/typed.yml')
  const read = await agent.call('get_request', { path: 'shop/typed.yml' })
  const sent = await agent.call('send_request', { path: 'shop/typed.yml' })
  expect(fixture.api.requests[0]?.headers).toContainEqual({
    name: 'Authorization',
    value: 'Bearer typed-bearer-4711',
  })
  expect(read.data.file).toContain('"bearer"')
  for (const text of [resource, read.text, JSON.stringify(read.data), sent.text])
    expect(text).not.toContain('typed-bearer-4711')
})
