import { startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, message } from './raw-agent.testkit.ts'

const fixture = useMcpFixture()

/** Starts the program and shakes hands. */
const begun = (args: readonly string[] = fixture.writeApi()) => beginRaw(fixture.startRaw(args))

test('an agent that closes standard error is served further (MC1)', async () => {
  const raw = await begun()
  raw.closeErrorOutput()
  for (let id = 2; id < 6; id += 1) {
    await raw.write(call(id, 'send_request', { path: 'shop/list.yml' }))
    expect(await raw.next(one => one.id === id)).toMatchObject({ result: { isError: false } })
  }
})

test('an agent that closes its end of the output in the middle of a send ends the program (MC1)', async () => {
  const server = await startRawServer(connection => connection.closed)
  fixture.closeLater(server)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/slow.yml', request('Slow', `${server.url}/`))
  const raw = await begun(args)
  await raw.write(call(2, 'send_request', { path: 'shop/slow.yml' }))
  await server.waitForConnection(0)
  raw.closeOutput()
  await raw.write(call(3, 'list_requests', {}))
  expect(await raw.exited).toBe(0)
})

test.each([
  ['tools/call', { name: '__proto__', arguments: {} }],
  ['tools/call', { name: 'constructor', arguments: { path: 'shop/list.yml' } }],
  ['tools/call', { name: 'send_request', arguments: [] }],
  ['tools/call', { name: 'send_request', arguments: { path: { toString: 1 } } }],
  ['tools/call', { name: 'send_request', arguments: { path: 'shop/list.yml', timeoutMs: -1 } }],
  ['tools/call', { name: 'run_collection', arguments: { path: 'shop', tags: 'x' } }],
  ['tools/call', {}],
  ['prompts/get', { name: '__proto__' }],
  ['resources/read', { uri: 'parley://request/%' }],
  ['resources/read', { uri: `parley://request/${'x/'.repeat(500_000)}` }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'path', value: '' } }],
  ['logging/setLevel', { level: 'debug' }],
])('%s with %j is refused, and the next call is served (MC1)', async (method, params) => {
  const raw = await begun()
  await raw.write(message(7, method, params) + call('after', 'list_requests', {}))
  const refused = await raw.next(({ id }) => id === 7)
  expect(refused.error !== undefined || refused.result?.isError === true, JSON.stringify(refused)).toBe(true)
  expect(JSON.stringify(refused).length).toBeLessThan(3_000_000)
  expect(await raw.next(({ id }) => id === 'after')).toMatchObject({ result: { isError: false } })
  expect(fixture.api.requests).toEqual([])
})

test('a message that is nested a million times ends nothing (MC1)', async () => {
  const raw = await begun()
  const nested = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  const params = `{"name":"list_requests","arguments":{"search":"","more":${nested}}}`
  await raw.write(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}\n`)
  await raw.write(call('after', 'list_requests', {}))
  expect(await raw.next(({ id }) => id === 'after')).toMatchObject({ result: { isError: false } })
})

test('fifty calls at a time are all answered, and those that are cancelled send nothing further (MC1)', async () => {
  const raw = await begun()
  const lines = Array.from({ length: 50 }, (_, at) => call(at + 2, 'send_request', { path: 'shop/list.yml' }))
  await raw.write(lines.join(''))
  for (let id = 2; id < 52; id += 1)
    expect(await raw.next(one => one.id === id)).toMatchObject({ result: { isError: false } })
  expect(fixture.api.requests).toHaveLength(50)
  await raw.write(
    call(60, 'send_request', { path: 'shop/list.yml' }) +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 60 } })}\n` +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: '__proto__' } })}\n` +
      call('after', 'list_requests', {}),
  )
  expect(await raw.next(({ id }) => id === 'after')).toMatchObject({ result: { isError: false } })
})
