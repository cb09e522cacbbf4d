import { expect, test } from 'vitest'
import { sendWithScripts } from '../script-fixture.testkit.ts'

/** Defines the test of a body of this many items, of about 48 bytes each. */
export function testLargeBody(count: number): void {
  test('a large body is read completely', async () => {
    const items = Array.from({ length: count }, (_, id) => ({ id, name: `item number ${id}`, ok: true }))
    const body = JSON.stringify(items)
    const { results } = await sendWithScripts({
      answer: { body },
      post: `tool.test("t", () => { tool.expect(tool.response.json()).to.have.lengthOf(${count}); tool.expect(tool.response.text().length).to.equal(${body.length}) })`,
    })
    expect(results).toEqual([{ name: 't', passed: true }])
  })
}
