import { startRawServer } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import { testLongBodies } from './long-bodies.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, message } from './raw-agent.testkit.ts'

const fixture = useMcpFixture()

/** Starts the program and shakes hands. */
const begun = (args: readonly string[] = fixture.writeApi()) => beginRaw(fixture.startRaw(args))

describe('a line that is no call', () => {
  test.each([
    ['no JSON', '{"jsonrpc":\n', -32700, null],
    ['a batch (MC1)', `[${message(7, 'ping').trim()}]\n`, -32600, null],
    ['a text', '"hello"\n', -32600, null],
    ['a message of another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}\n', -32600, 7],
    ['an id that is an object (MC1)', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600, null],
    ['an id that is a fraction (MC1)', message(7.5, 'ping'), -32600, 7.5],
    [
      'a line of 9 MB',
      `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'x'.repeat(9_000_000) })}\n`,
      -32700,
      null,
    ],
    ['an unknown method (MC1)', message(7, 'tools/delete'), -32601, 7],
  ])('%s is answered with its code, and the next one is served (MC1)', async (_name, line, code, id) => {
    const raw = await begun()
    await raw.write(line + message('after', 'ping'))
    await raw.next(one => one.id === 'after')
    const [, refused, answered] = raw.messages()
    expect(refused).toMatchObject({ id, error: { code } })
    expect(answered).toEqual({ jsonrpc: '2.0', id: 'after', result: {} })
  })

  test('a line of 100 MB costs no memory and ends nothing (MC1)', async () => {
    const raw = await begun()
    const piece = 'x'.repeat(1_000_000)
    await raw.write('{"jsonrpc":"2.0","id":7,"method":"')
    for (let at = 0; at < 100; at += 1) await raw.write(piece)
    await raw.write(`"}\n${message('after', 'ping')}`)
    await raw.next(one => one.id === 'after')
    expect(raw.messages()[1]).toMatchObject({ id: null, error: { code: -32700 } })
  })

  test('pieces of a character and of a line are joined (MC1)', async () => {
    const raw = await begun()
    for (const byte of Buffer.from(call('ü', 'list_requests', { search: 'ü' }))) {
      await raw.writeBytes(Uint8Array.of(byte))
    }
    expect(await raw.next(({ id }) => id === 'ü')).toMatchObject({
      result: { structuredContent: { requests: [] } },
    })
  })
})

test.each([
  ['a path out of the workspace (MC1)', 'get_request', { path: '../secret.txt' }, 'NOT_FOUND'],
  ['an absolute path (MC1)', 'get_request', { path: '/etc/passwd' }, 'NOT_FOUND'],
  ['a file that is no request', 'send_request', { path: 'environments/staging.yml' }, 'NOT_FOUND'],
  ['a detour (MC1)', 'send_request', { path: 'shop/../shop/list.yml' }, 'NOT_FOUND'],
  ['a request that is hidden', 'send_request', { path: 'shop/hidden.yml' }, 'NOT_FOUND'],
  ['a request of a hidden collection', 'get_request', { path: 'private/inside.yml' }, 'NOT_FOUND'],
  ['a run of a hidden collection', 'run_collection', { path: 'private' }, 'NOT_FOUND'],
  ['a run of a hidden request', 'run_collection', { path: 'shop/hidden.yml' }, 'NOT_FOUND'],
  ['a body of somebody else (MC1)', 'read_body', { handle: '../../secret.txt' }, 'NOT_FOUND'],
  [
    'a value for a secret',
    'send_request',
    { path: 'shop/list.yml', variables: { token: 'mine' } },
    'SECRET_VARIABLE',
  ],
  ['a row with a secret', 'run_collection', { path: 'shop', data: [{ token: 'mine' }] }, 'SECRET_VARIABLE'],
])('%s is refused, and nothing is sent', async (_name, tool, args, code) => {
  const raw = await begun()
  await raw.write(call(2, tool, args))
  expect(await raw.next(({ id }) => id === 2)).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining(`(${code})`) }] },
  })
  expect(fixture.api.requests).toEqual([])
})

test('hidden requests are neither listed nor run', async () => {
  const raw = await begun()
  await raw.write(call(2, 'list_requests', {}) + call(3, 'run_collection', { path: '' }))
  await raw.next(({ id }) => id === 3)
  expect(raw.stdout()).not.toMatch(/Hidden|Inside|hidden\.yml/)
  expect(fixture.api.requests.map(({ url }) => url)).not.toContain('/hidden')
  expect(fixture.api.requests.map(({ url }) => url)).toContain('/list')
})

test('a variable called __proto__ changes nothing (MC1)', async () => {
  const raw = await begun()
  const args = '{"path":"shop/list.yml","variables":{"__proto__":"x","constructor":"y","note":"z"}}'
  await raw.write(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"send_request","arguments":${args}}}\n`,
  )
  expect(await raw.next(({ id }) => id === 2)).toMatchObject({ result: { isError: false } })
  expect(fixture.api.requests[0]?.headers).toContainEqual({ name: 'X-Note', value: 'z' })
})

test('scripts and terminal codes never reach the lines of the protocol or of the log (MC1)', async () => {
  fixture.writeApi()
  fixture.writeFile('api/shop/rtl.yml', request('\u202egnp.\u001b[31m', '{{base}}/list'))
  const raw = await begun(['api', '--env', 'Staging', '--secret', 'token=@secret.txt'])
  await raw.write(
    call(2, 'send_request', { path: 'shop/noisy.yml' }) +
      call(3, 'get_request', { path: 'shop/\u001b[31m\n::error::.yml' }) +
      call(4, 'list_requests', { search: 'rtl' }),
  )
  for (const wanted of [2, 3, 4]) await raw.next(({ id }) => id === wanted)
  expect(raw.messages()).toHaveLength(4)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const controls = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/
  expect(raw.stderr()).not.toMatch(controls)
  expect(raw.stderr()).not.toMatch(/^::/m)
  expect(raw.stdout()).not.toMatch(controls)
})

test.each(['end of input', 'SIGTERM', 'SIGINT'] as const)(
  'a send that is not answered is cancelled by %s (MC1)',
  async way => {
    const server = await startRawServer(connection => connection.closed)
    fixture.closeLater(server)
    const args = fixture.writeApi()
    fixture.writeFile('api/shop/slow.yml', request('Slow', `${server.url}/`))
    const raw = await begun(args)
    await raw.write(call(2, 'send_request', { path: 'shop/slow.yml' }))
    await server.waitForConnection(0)
    if (way === 'end of input') raw.endInput()
    else raw.signal(way)
    expect(await raw.exited).toBe(way === 'end of input' ? 0 : 130)
    expect(raw.messages()).toHaveLength(1)
  },
)

test('more sends than allowed are refused with the time to wait', async () => {
  const raw = await begun([...fixture.writeApi(), '--sends-per-minute', '2'])
  const send = (id: number) => call(id, 'send_request', { path: 'shop/list.yml' })
  await raw.write(send(2) + send(3))
  await raw.next(({ id }) => id === 3)
  await raw.write(send(4) + call(5, 'run_collection', { path: 'shop' }))
  expect(await raw.next(({ id }) => id === 4)).toMatchObject({
    result: { content: [{ text: expect.stringMatching(/Wait \d+ s.*\(TOO_MANY_SENDS\)/) }] },
  })
  expect(await raw.next(({ id }) => id === 5)).toMatchObject({
    result: {
      content: [{ text: expect.stringContaining('--sends-per-minute') }],
    },
  })
  expect(fixture.api.requests).toHaveLength(2)
})

// Shorter ones end before the cut, and longer ones far behind it.
testLongBodies(fixture, { from: 14, to: 24 })

describe('with --read-only', () => {
  const unsafe: Readonly<Record<string, object>> = {
    'a POST': request('Sent', '{{base}}/add', {}, { method: 'POST' }),
    'a method of a variable': request('Sent', '{{base}}/add', {}, { method: '{{verb}}' }),
    'a method of a script': request('Sent', '{{base}}/add', {
      runtime: { scripts: [{ type: 'before-request', code: 'req.setMethod("DELETE")' }] },
    }),
    'a request of a script': request('Sent', '{{base}}/list', {
      runtime: {
        scripts: [
          {
            type: 'before-request',
            code: 'await new Promise((done, fail) => pm.sendRequest({ url: pm.variables.get("base") + "/add", method: "POST" }, e => e ? fail(e) : done()))',
          },
        ],
      },
    }),
  }

  test.each(Object.keys(unsafe))('%s is not sent', async name => {
    const args = fixture.writeApi()
    fixture.writeFile('api/shop/unsafe.yml', unsafe[name] ?? {})
    const raw = await begun([...args, '--read-only'])
    await raw.write(call(2, 'send_request', { path: 'shop/unsafe.yml', variables: { verb: 'PUT' } }))
    const { result } = await raw.next(({ id }) => id === 2)
    expect(result).toMatchObject({ isError: true })
    expect(JSON.stringify(result)).toMatch(/READ_ONLY|may only read|does not send to/)
    expect(fixture.api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a GET is sent', async () => {
    const raw = await begun([...fixture.writeApi(), '--read-only'])
    await raw.write(call(2, 'send_request', { path: 'shop/list.yml' }))
    expect(await raw.next(({ id }) => id === 2)).toMatchObject({ result: { isError: false } })
  })
})
