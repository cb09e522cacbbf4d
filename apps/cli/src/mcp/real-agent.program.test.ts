import { expect, test } from 'vitest'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { connectToProgram } from './real-agent.testkit.ts'

const fixture = useMcpFixture()

test('an official client starts the program, and what scripts print is no message', async () => {
  const agent = await connectToProgram(fixture, fixture.writeApi())
  expect(await agent.tools()).toContain('send_request')
  const sent = await agent.call('send_request', { path: 'shop/noisy.yml' })
  expect(sent.data).toMatchObject({ status: 200, id: 'send-1' })
  expect(agent.stderr()).toMatch(/^\d\d:\d\d:\d\d send_request shop\/noisy\.yml: 200, /m)
})
