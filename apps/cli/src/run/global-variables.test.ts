import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** Writes a request that uses a global variable, and app data with global variables. Returns the environment of commands. */
function writeFiles(globals: string) {
  fixture.write('c/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: C\n')
  fixture.write(
    'c/r.yml',
    `info:\n  name: r\n  type: http\nhttp:\n  method: GET\n  url: ${fixture.sink.url}/{{g}}\n`,
  )
  fixture.write('data/globals.yml', globals)
  return { PARLEY_HOME: fixture.path('data') }
}

const plain = 'variables:\n  - name: g\n    value: of-all-workspaces\n'

test.each([
  ['run', ['run', 'c']],
  ['run of one request', ['run', 'c/r.yml']],
  ['send', ['send', 'c/r.yml']],
])('%s uses the global variables of the page', async (_, args) => {
  const { code, stderr } = await fixture.runCommand(args, { env: writeFiles(plain) })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(fixture.asked()).toEqual(['/of-all-workspaces'])
})

test('codegen uses them as well', async () => {
  const args = ['codegen', 'c/r.yml', '--target', 'curl']
  const { stdout } = await fixture.runCommand(args, { env: writeFiles(plain) })
  expect(stdout.toString()).toContain('/of-all-workspaces')
})

test('their secrets are given on the command line', async () => {
  const env = writeFiles('variables:\n  - secret: true\n    name: g\n')
  const missing = await fixture.run(['c'], { env })
  expect(missing.code).not.toBe(0)
  expect(fixture.asked()).toEqual([])
  expect((await fixture.run(['c', '--secret', 'g=t0ken-of-mine'], { env })).code).toBe(0)
  expect(fixture.asked()).toEqual(['/t0ken-of-mine'])
})

test('a file that cannot be read is named, and the run goes on without it', async () => {
  const { stderr } = await fixture.run(['c'], { env: writeFiles('variables: [') })
  expect(stderr).toContain('the global variables of this device are not used')
  expect(fixture.asked()).toEqual(['/%7B%7Bg%7D%7D'])
})
