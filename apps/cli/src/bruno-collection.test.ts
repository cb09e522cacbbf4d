import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send/send-fixture.testkit.ts'

const fixture = useSendFixture()

/** What Bruno writes for a new collection; the port of its proxy is an empty text. */
const collectionFile = `opencollection: 1.0.0
info:
  name: Shop
config:
  proxy:
    inherit: true
    config:
      protocol: http
      hostname: ''
      port: ''
      auth:
        username: ''
        password: ''
      bypassProxy: ''
bundled: false
extensions:
  bruno:
    ignore:
      - node_modules
      - .git
`

const commands: readonly (readonly string[])[] = [
  ['send', 'shop/get.yml'],
  ['run', 'shop'],
  ['codegen', 'shop/get.yml', '--target', 'curl'],
  ['export', 'shop', '--to', 'postman'],
  ['import', 'shop', '--into', 'ws'],
]

describe('a Bruno collection', () => {
  test.each(commands)('a collection as Bruno creates it is taken by parley %s', async (...args) => {
    const folder = fixture.path('shop')
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/opencollection.yml`, collectionFile)
    const request = `info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: ${fixture.sink.url}/books\n`
    writeFileSync(`${folder}/get.yml`, request)
    const { code, stderr } = await fixture.run(args, { env: { PARLEY_HOME: fixture.path('home') } })
    expect({ code, stderr }).toMatchObject({ code: 0 })
  })
})
