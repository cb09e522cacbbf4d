import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import type { Agent, useMcpFixture } from './mcp-fixture.testkit.ts'

/** Returns what `list_requests` lists, a row each. */
export async function listedRows(agent: Agent, search = ''): Promise<readonly string[]> {
  const { data } = await agent.call('list_requests', { search })
  const requests: readonly unknown[] = Array.isArray(data.requests) ? data.requests : []
  return requests.map(one => {
    const { path, name, url } = Object(one)
    return `${path} ${name} ${url}`
  })
}

/** Tests that each of many changes is seen by the next call. */
export function testManyChanges(fixture: ReturnType<typeof useMcpFixture>, changes: number): void {
  const at = (path: string) => fixture.path(`api/${path}`)
  test('many changes, one after another', async () => {
    const agent = await fixture.connect(fixture.writeApi())
    await listedRows(agent)
    for (let count = 0; count < changes; count += 1) {
      const folder = `shop/n${count % 7}`
      if (count % 10 === 9) renameSync(at(folder), at(`shop/m${count}`))
      else fixture.writeFile(`api/${folder}/r${count}.yml`, request(`Request ${count}`, '{{base}}/x'))
      const path = count % 10 === 9 ? `shop/m${count}/` : `${folder}/r${count}.yml`
      expect((await listedRows(agent)).some(row => row.startsWith(path))).toBe(true)
    }
  })
}
