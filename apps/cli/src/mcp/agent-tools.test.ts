import { startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call, message } from './raw-agent.testkit.ts'

const fixture = useMcpFixture()

/** Asks for the tools, and returns the hints of each. */
async function hintsOf(args: readonly string[]) {
  const raw = await beginRaw(fixture.startRaw(args))
  await raw.write(message(2, 'tools/list'))
  const { result } = await raw.next(({ id }) => id === 2)
  const tools: unknown = result?.tools
  const listed: readonly { name: string; annotations: object; outputSchema?: object }[] = Array.isArray(tools)
    ? tools
    : []
  expect(listed.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
  return Object.fromEntries(listed.map(({ name, annotations }) => [name, annotations]))
}

test('each tool says whether it reads, changes, and reaches the network', async () => {
  const args = fixture.writeApi()
  const reading = { readOnlyHint: true, openWorldHint: false }
  const sending = { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
  const hints = await hintsOf([...args, '--allow-write'])
  for (const name of ['list_requests', 'get_request', 'read_body', 'list_history', 'get_run'])
    expect(hints[name], name).toMatchObject(reading)
  for (const name of ['send_request', 'run_collection']) expect(hints[name], name).toMatchObject(sending)
  expect(hints.save_request).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
  })
  expect(hints.create_request).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  const readOnly = await hintsOf([...args, '--read-only'])
  for (const name of ['send_request', 'run_collection'])
    expect(readOnly[name], name).toMatchObject({ readOnlyHint: true, destructiveHint: false })
})

test('a run takes tags and iterations, and counts them among the sends of a minute', async () => {
  const args = fixture.writeApi()
  const info = (name: string, tags: readonly string[]) => ({ info: { name, type: 'http', tags } })
  fixture.writeFile('api/shop/smoke.yml', request('Smoke', '{{base}}/smoke', info('Smoke', ['smoke'])))
  fixture.writeFile('api/shop/slow.yml', request('Slow', '{{base}}/slow', info('Slow', ['slow', 'nightly'])))
  const agent = await fixture.connect([...args, '--sends-per-minute', '8'])
  const run = { path: 'shop', tags: ['smoke', 'nightly'], iterations: 3 }
  expect((await agent.call('run_collection', run)).data).toMatchObject({
    requests: 6,
    passed: 0,
    untested: 6,
  })
  expect(fixture.api.requests.map(({ url }) => url).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '/slow'),
    ...Array.from({ length: 3 }, () => '/smoke'),
  ])
  expect((await agent.call('run_collection', run)).data.code).toBe('TOO_MANY_SENDS')
  expect(fixture.api.requests).toHaveLength(6)
})

test('a send ends after the time that an agent gives', async () => {
  const server = await startRawServer(connection => connection.closed)
  fixture.closeLater(server)
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/silent.yml', request('Silent', `${server.url}/`))
  const agent = await fixture.connect(args)
  const { isError, data } = await agent.call('send_request', { path: 'shop/silent.yml', timeoutMs: 300 })
  expect(isError).toBe(true)
  expect(data).toMatchObject({ status: null, failure: { code: 'REQUEST_TIMEOUT' } })
})

test('the prompts name the tools, and the path that is given', async () => {
  const raw = await beginRaw(fixture.startRaw(fixture.writeApi()))
  await raw.write(
    message(2, 'prompts/get', { name: 'test-this-endpoint', arguments: { path: 'shop/list.yml' } }) +
      message(3, 'prompts/get', { name: 'explain-last-failure' }),
  )
  const texts = [await raw.next(({ id }) => id === 2), await raw.next(({ id }) => id === 3)].map(
    ({ result }) => JSON.stringify(result?.messages),
  )
  expect(texts[0]).toContain('“shop/list.yml”')
  expect(texts[0]).toContain('send_request')
  expect(texts[1]).toContain('list_history')
  await raw.write(call('after', 'list_requests', {}))
  expect(await raw.next(({ id }) => id === 'after')).toMatchObject({ result: { isError: false } })
})
