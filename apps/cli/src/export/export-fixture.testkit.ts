import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
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
  /** Imports the collection Shop into the workspace `ws`. */
  const importShop = async () => {
    const url = `${fixture.sink.url}/books?q=1`
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
  return { fixture, run, importShop }
}
