import type { Agent } from './mcp-fixture.testkit.ts'

/** Returns what `list_requests` lists, a row each. */
export async function listedRows(agent: Agent, search = ''): Promise<readonly string[]> {
  const { data } = await agent.call('list_requests', { search })
  const requests: readonly unknown[] = Array.isArray(data.requests) ? data.requests : []
  return requests.map(one => {
    const { path, name, url } = Object(one)
    return `${path} ${name} ${url}`
  })
}
