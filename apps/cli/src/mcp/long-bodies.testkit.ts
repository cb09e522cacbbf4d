import { expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import type { useMcpFixture } from './mcp-fixture.testkit.ts'
import { beginRaw, call } from './raw-agent.testkit.ts'

/** Tests bodies whose lengths put a secret before, at and behind the cut: from about 2 to 32 steps. */
export function testLongBodies(
  fixture: ReturnType<typeof useMcpFixture>,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  test('a long body is cut with its secrets hidden, also one that the cut divides', async () => {
    const args = fixture.writeApi()
    const body = { type: 'json', data: '{"note":"{{note}}","key":"{{token}}"}' }
    fixture.writeFile(
      'api/shop/long.yml',
      request('Long', '{{base}}/', {}, { method: 'POST', headers: [], body }),
    )
    const raw = await beginRaw(fixture.startRaw(args))
    // The lengths put the secret before, at and behind the cut, in steps that are shorter than the secret.
    for (let id = from; id < to; id += 1) {
      const variables = { note: 'x'.repeat(50_700 + 15 * id) }
      await raw.write(call(id, 'send_request', { path: 'shop/long.yml', variables }))
      await raw.next(one => one.id === id)
    }
    expect(raw.stdout()).toContain('"isBodyCut":true')
    expect(raw.stdout()).toContain('{{token}}')
    expect(raw.stdout()).not.toContain(canary.slice(0, 4))
  })
}
