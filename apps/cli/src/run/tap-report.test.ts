import { type FinalResults, Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

test('another TAP parser reads the report correctly, whatever names and messages contain', async () => {
  const { url } = fixture.sink
  const hostile = 'a # SKIP b\nok 9 - c\nBail out! \u001b[2J --- \\#'
  const file = fixture.postman([
    { name: 'Passes', url, tests: 'pm.test("one", () => {}); pm.test("two", () => {})' },
    {
      name: hostile,
      url,
      tests: `pm.test(${JSON.stringify(hostile)}, () => { throw new Error(${JSON.stringify(`${hostile}\n...\n1..99`)}) })`,
    },
    { name: 'Throws', url, tests: 'throw new Error("# TODO")' },
    { name: 'Unreachable', url: 'http://127.0.0.1:1/' },
  ])
  expect((await fixture.run([file, '--reporter', 'tap=r.tap'])).code).toBe(2)
  const results = await new Promise<FinalResults>(resolve => {
    const parser = new Parser({ strict: true }, resolve)
    parser.end(fixture.read('r.tap'))
  })
  expect(results.bailout).toBe(false)
  expect([results.ok, results.skip, results.todo]).toEqual([false, 0, 0])
  expect(results.plan.end).toBe(results.pass + results.fail)
  expect(results.pass).toBe(2)
  expect(results.failures.filter(one => one.tapError)).toEqual([])
})
