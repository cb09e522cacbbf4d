import { type HttpBody, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { codeTargets } from './code-targets.ts'
import { codeOf } from './prepare-code.testkit.ts'

const url = 'http://h.test/x'
const text: HttpBody = { type: 'raw', language: 'text', text: 'the content' }
const unticked: HttpBody = {
  type: 'multipart',
  parts: [{ kind: 'text', name: 'a', value: 'b', enabled: false }],
}

/** What needs no toolchain to be seen; the toolchains send all of it (`execution.test.ts`). */
describe.each(codeTargets.map(target => [target.id, target] as const))('%s', (_, target) => {
  test('HEAD with content stays HEAD, and its content is there or named', async () => {
    const code = await codeOf(target, { url, method: 'HEAD', body: text })
    expect(code).toMatch(/\bhead\b|NOBODY/i)
    expect(code).toMatch(/the content|sends no content with HEAD/)
    expect(code).not.toMatch(/\bPOST\b/i)
  })

  test('POST of a form without a ticked row stays POST', async () => {
    const code = await codeOf(target, { url, method: 'POST', body: unticked })
    // With content curl sends POST by itself.
    expect(code).toMatch(/post|--data-raw/i)
    expect(code).not.toMatch(/\bGET\b/)
  })

  test('POST without content has no Content-Type', async () => {
    const code = await codeOf(target, { url, method: 'POST' })
    expect(code).not.toMatch(/content-type\W+[a-z]+\/[a-z]/i)
  })

  test('a header that is not ASCII is there or named', async () => {
    const code = await codeOf(target, { url, headers: [row('X-Name', 'Zoë')] })
    expect(code).toMatch(/X-Name/i)
    expect(code).toMatch(/Zo(ë|\\u|\\x|Ã|\(|\\303)|sends only ASCII headers, so X-Name is left out/)
  })
})
