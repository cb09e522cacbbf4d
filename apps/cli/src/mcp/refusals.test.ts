import { expect, test } from 'vitest'
import { allClientKinds, type ClientKind, useMcpFixture } from './mcp-fixture.testkit.ts'
import { refusals } from './refusals.testkit.ts'

const fixture = useMcpFixture()

test.each(allClientKinds)('every tool refuses with a sentence that the client shows (%s)', async kind => {
  const agent = await fixture.connect([...fixture.writeApi(), '--allow-write'], kind as ClientKind)
  // A client checks results against the schemas of the list only after it has asked for it.
  const tools = await agent.tools()
  expect([...tools].sort()).toEqual(Object.keys(refusals).sort())
  for (const name of tools) {
    const [args, part] = refusals[name] ?? [{}, '']
    const { isError, text } = await agent.call(name, args)
    expect({ isError, text }, name).toEqual({ isError: true, text: expect.stringContaining(part) })
  }
})

test('an argument that a tool does not have is refused by its name, also within fields', async () => {
  const agent = await fixture.connect([...fixture.writeApi(), '--allow-write'])
  for (const name of await agent.tools()) {
    const [args] = refusals[name] ?? [{}]
    const { isError, text } = await agent.call(name, { ...args, colour: 'red' })
    expect({ isError, text }, name).toEqual({ isError: true, text: expect.stringContaining('colour') })
  }
  const headers = [{ name: 'A', value: 'b', enabled: false }]
  const { text } = await agent.call('save_request', { path: 'shop/list.yml', version: '1', headers })
  expect(text).toContain('enabled')
})

test('a number or a yes is taken where a text is wanted, unless its digits are lost', async () => {
  const agent = await fixture.connect(fixture.writeApi())
  const send = (note: unknown) =>
    agent.call('send_request', { path: 'shop/list.yml', variables: { note, base: fixture.api.url } })
  for (const note of [5, -1.5, true]) expect(await send(note)).toMatchObject({ isError: false })
  for (const note of [9_007_199_254_740_992, 1e300, null])
    expect(await send(note)).toMatchObject({ isError: true })
})
