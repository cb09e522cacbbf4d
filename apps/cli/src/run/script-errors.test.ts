import { newHttpRequest, noScripts, writeItem } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** What goes wrong with a script, and how many tests ran before that. */
const states = [
  { name: 'throws at once', tests: 'throw new Error("x")', passed: 0 },
  { name: 'throws after a test', tests: 'pm.test("a", () => {}); throw new Error("x")', passed: 1 },
  { name: 'does not compile', tests: 'pm.test("a", () => {', passed: 0 },
  { name: 'calls what is unknown', tests: 'pm.test("a", () => {}); nope()', passed: 1 },
  { name: 'Pre Request throws', pre: 'throw new Error("x")', passed: 0 },
  { name: 'Pre Request does not compile', pre: 'const = 1', passed: 0 },
] as const

describe.each(states)('a script that fails ($name)', ({ name, passed, ...scripts }) => {
  test('is green in no report, and counts in the exit code', async () => {
    fixture.postman([{ name: 'R', url: fixture.sink.url, ...scripts }])
    const formats = ['json', 'junit', 'html', 'tap', 'github']
    const { code, stdout } = await fixture.run([
      'c.json',
      '--force',
      ...['-r', 'cli', ...formats.flatMap(format => ['-r', `${format}=r.${format}`])],
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('1 request: 0 passed, 1 failed')
    expect(stdout).toContain('; 1 script error\n')
    expect(stdout).toContain('✗')
    expect(stdout).toContain('Script error: ')
    expect(JSON.parse(fixture.read('r.json'))).toMatchObject({
      summary: { requests: { passed: 0, failed: 1 }, tests: { passed, failed: 0 }, scriptErrors: 1 },
      results: [{ status: 'failed', scriptErrors: [{}] }],
    })
    expect(fixture.read('r.junit')).toContain(' type="ScriptError">')
    expect(fixture.read('r.tap')).toContain(' - C / R / script')
    expect(fixture.read('r.tap')).toContain('not ok ')
    expect(fixture.read('r.github')).toContain('::error')
    const html = fixture.read('r.html')
    expect(html).toContain('<title>Failed: ')
    expect(html).toContain('<dt>Script errors</dt><dd>1 ')
    // A pre-request script that fails leaves no exchange, and its row has no facts.
    if (!('pre' in scripts)) expect(html).toContain('script error</span></summary>')
  })
})

test('parley send exits with 1 after a Post Response script that fails', async () => {
  for (const { name, passed: _, ...scripts } of states.filter(state => 'tests' in state)) {
    const { tests: postResponse } = scripts
    const request = newHttpRequest({ url: fixture.sink.url, scripts: { ...noScripts, postResponse } })
    const file = fixture.write('r.yml', writeItem(request))
    const { code, stderr } = await fixture.runCommand(['send', file])
    expect([name, code]).toEqual([name, 1])
    expect(stderr).toContain('Script error: ')
  }
})
