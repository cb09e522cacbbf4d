import { describe, expect, test } from 'vitest'
import { sendWithScripts } from './script-fixture.testkit.ts'

/** Ways of a test to look at the status of the response, in every namespace. */
const looking = [
  ...['pm', 'tool', 'insomnia'].map(
    name => `${name}.test("t", () => ${name}.expect(${name}.response.code).to.equal(404))`,
  ),
  'pm.test("t", () => pm.response.to.have.status(404))',
  'pm.test("t", () => pm.response.to.have.status("Not Found"))',
  'pm.test("t", () => pm.response.to.not.be.ok)',
  'pm.test("t", () => pm.response.to.be.clientError)',
  'pm.test("t", () => pm.expect(pm.response.status).to.equal("Not Found"))',
  'pm.test("t", () => pm.expect(pm.response.reason()).to.equal("Not Found"))',
  'tool.test("t", () => tool.expect(tool.response.status).to.equal(404))',
  'test("t", () => { expect(res.status).to.equal(404) })',
  'test("t", () => { expect(res.statusText).to.equal("Not Found") })',
  'test("t", () => { expect(res.getStatus()).to.equal(404) })',
  'test("t", () => { expect(res.getStatusText()).to.equal("Not Found") })',
  'const name = "sta" + "tus"; test("t", () => { expect(res[name]).to.equal(404) })',
  'pw.test("t", () => pw.expect(pw.response.status).toBe(404))',
  'tests["t"] = responseCode.code === 404',
]

/** What looks at something else, whatever words it has; the last lists no test. */
const elsewhere = [
  'test("status code", () => { expect(res.body.status).to.equal("no") })',
  'test("t", () => { /* res.status */ expect(res.getHeader("x-code")).to.equal("1") })',
  'pm.test("t", () => pm.expect(pm.response.json().status).to.equal("no"))',
  'pm.test("t", () => pm.expect(pm.response.responseTime).to.be.above(-1))',
  'test("t", () => {})',
  'console.log(res.status)',
]

async function isStatusTested(post: string): Promise<boolean> {
  let isTested = false
  const { results, error } = await sendWithScripts({
    post,
    answer: { status: 404, statusText: 'Not Found', body: '{"status":"no"}', headers: [['X-Code', '1']] },
    onReport: report => {
      isTested = report.isStatusTested === true
    },
  })
  expect({ error, failed: results.filter(one => !one.passed) }).toEqual({ error: null, failed: [] })
  return isTested
}

describe('whether a test looked at the status is known', () => {
  test.each(looking)('yes: %s', async script => {
    expect(await isStatusTested(script)).toBe(true)
  })

  test.each(elsewhere)('no: %s', async script => {
    expect(await isStatusTested(script)).toBe(false)
  })

  test('an assertion looks at what its expression names', async () => {
    const assertion = (expression: string) => ({ expression, operator: 'isDefined', enabled: true })
    for (const [expression, expected] of [
      ['res.status', true],
      ['res.body.status', false],
    ] as const) {
      let isTested = false
      await sendWithScripts({
        request: { assertions: [assertion(expression)] },
        answer: { status: 404, body: '{"status":"no"}' },
        onReport: report => {
          isTested = report.isStatusTested === true
        },
      })
      expect(isTested).toBe(expected)
    }
  })
})
