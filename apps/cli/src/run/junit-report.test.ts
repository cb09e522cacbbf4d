import { readFileSync } from 'node:fs'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const schemaPath = new URL('../../../../docs/schemas/junit-report.xsd', import.meta.url)

/** Parses the report. Throws if it is not XML, or not valid against the schema. */
function validated(text: string): XmlDocument {
  const schema = XmlDocument.fromString(readFileSync(schemaPath, 'utf8'))
  const validator = XsdValidator.fromDoc(schema)
  const document = XmlDocument.fromString(text)
  validator.validate(document)
  return document
}

test('the JUnit report is valid against its schema, whatever names and messages contain (CL2)', async () => {
  const { url } = fixture.sink
  const hostile = ']]><x a="1">&amp; \u0000\u0008\ud800 \u202e "\' --></testcase>'
  const file = fixture.postman([
    { name: 'Passes', url, tests: 'pm.test("one", () => {})' },
    {
      name: hostile,
      url,
      tests: `pm.test(${JSON.stringify(hostile)}, () => { throw new Error(${JSON.stringify(`${hostile}\nsecond`)}) })`,
    },
    { name: 'Throws', url, tests: `throw new Error(${JSON.stringify(hostile)})` },
    { name: 'No tests', url },
    { name: 'Unreachable', url: 'http://127.0.0.1:1/' },
  ])
  const { code } = await fixture.run([file, '--iterations', '2', '--reporter', 'junit=r.xml'])
  expect(code).toBe(2)
  const report = validated(fixture.read('r.xml'))
  const count = (path: string) => report.find(path).length
  expect([count('//testsuite'), count('//failure'), count('//error')]).toEqual([10, 2, 4])
  expect(report.get('/testsuites/@errors')?.content).toBe('4')
})

test('each test has its own time, and a request without tests that of its response', async () => {
  const { url } = fixture.sink
  // One more, as the clock of scripts counts whole milliseconds.
  const slow = 'pm.test("slow", () => { const end = Date.now() + 61; while (Date.now() < end); })'
  const file = fixture.postman([
    { name: 'Tests', url, pre: 'pm.test("before", () => {})', tests: `${slow}\npm.test("quick", () => {})` },
    { name: 'None', url },
  ])
  await fixture.run([file, '--reporter', 'junit=r.xml'])
  const report = validated(fixture.read('r.xml'))
  const times = report.find('//testcase/@time').map(time => Number(time.content))
  const suites = report.find('//testsuite/@time').map(time => Number(time.content))
  expect(times).toHaveLength(4)
  expect(times[1]).toBeGreaterThanOrEqual(0.06)
  expect(times[2]).not.toBe(times[1])
  expect(times[3]).toBe(suites[1])
})

test('the schema can reject a report', () => {
  const counts = 'tests="1" failures="0" errors="0" skipped="0"'
  expect(() => validated(`<testsuites name="x" ${counts} time="0.1"/>`)).not.toThrow()
  expect(() => validated(`<testsuites name="x" ${counts} time="soon"/>`)).toThrow()
})
