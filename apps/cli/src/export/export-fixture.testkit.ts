import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

/** The secret of the imported collection. */
export const canary = 'canary-Kq7'

/** Sets up the tests of `parley export`. */
export function useExportFixture() {
  const fixture = useSendFixture()
  const run = async (args: readonly string[]) => {
    const env = { PARLEY_HOME: fixture.path('home') }
    const { code, stdout, stderr } = await fixture.run(args, { env })
    return { code, stdout: stdout.toString(), stderr }
  }
  /** Imports the collection Shop, whose requests are sent to a server, into the workspace `ws`. */
  const importShop = async (server: string) => {
    const url = `${server}/books?q=1`
    const shop = {
      info: { name: 'Shop' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
      item: [
        {
          name: "It's\n\u202e$(touch pwned)",
          request: {
            method: 'POST',
            url,
            header: [{ key: 'X-A', value: 'b' }],
            body: { mode: 'raw', raw: '{"a":1}' },
          },
          event: [{ listen: 'test', script: { exec: ['1'] } }],
        },
        { name: 'In', item: [{ name: 'Get', request: { url, auth: { type: 'noauth' } } }] },
      ],
    }
    writeFileSync(fixture.path('shop.json'), JSON.stringify(shop))
    expect(await run(['import', 'shop.json', '--into', 'ws'])).toMatchObject({ code: 0 })
  }
  const kept = mkdtempSync(join(tmpdir(), 'parley-shop-'))
  afterAll(() => rmSync(kept, { recursive: true }))
  /** Writes the workspace `ws` with the collection Shop, whose server nobody calls. It is imported only once. */
  const writeShop = async () => {
    if (!existsSync(join(kept, 'ws'))) {
      await importShop('http://shop.test')
      cpSync(fixture.path('ws'), join(kept, 'ws'), { recursive: true })
    }
    cpSync(join(kept, 'ws'), fixture.path('ws'), { recursive: true })
  }
  return { fixture, run, importShop, writeShop }
}
