import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { bundledProgram, type RunOptions, runProgram } from './run-program.testkit.ts'

const fixture = useRunFixture()
const run = (args: readonly string[], options: RunOptions = {}, program = bundledProgram) =>
  runProgram(args, { cwd: fixture.path('.'), ...options }, program)

/** Copies the program without the app, and returns its path. */
function copyProgram(): string {
  const folder = fixture.path('elsewhere/dist')
  cpSync(dirname(bundledProgram), folder, {
    recursive: true,
    filter: path => !['server', 'desktop', 'page'].includes(basename(path)),
  })
  cpSync(join(dirname(bundledProgram), '../package.json'), fixture.path('elsewhere/package.json'))
  return join(folder, 'parley.js')
}

test('the bundle runs from another folder, with nothing else installed', async () => {
  const program = copyProgram()
  const tests = 'pm.test("sums", () => pm.expect(require("lodash").sum([1, 2])).to.equal(4))'
  fixture.postman([{ name: 'One', url: fixture.sink.url, tests }])
  const { code, stdout, stderr } = await run(
    ['run', 'c.json', '--script-libraries', '-r', 'json'],
    {},
    program,
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(JSON.parse(stdout.toString()).results[0].tests).toEqual([
    { name: 'sums', passed: false, reason: 'expected 3 to equal 4', tookMs: expect.any(Number) },
  ])
})

test('the threads of an import and of the database are in the bundle', async () => {
  const env = { PARLEY_HOME: fixture.path('home'), PARLEY_KEYCHAIN: 'off' }
  const ended = await run(['import', '-', '--into', 'ws'], { env, stdin: 'curl http://a.test' })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout.toString()).toContain('standard input (cURL commands): 1 collection, 1 request')
  expect(readdirSync(fixture.path('home'))).toContain('parley.db')
})

test('a bug is reported without lines of code and exits with 1', async () => {
  const planted = "process.cwd = () => { throw new Error('planted\\x1b[2J') }"
  const nodeOptions = [`--import=data:text/javascript,${encodeURIComponent(planted)}`]
  const { code, stderr } = await run(['run', '.'], { nodeOptions })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^parley: A bug in Parley ended this command \(INTERNAL\)\./)
  expect(stderr).toContain('Error: planted\\x1b[2J\n    at ')
  // Node would print the crashing line, which in a bundle is the whole program.
  expect(Math.max(...stderr.split('\n').map(line => line.length))).toBeLessThan(500)
})

/** Returns the options that make Node say that it is older, in the first program or in those that it starts as well. */
function olderNode(programs: 'first' | 'all'): readonly string[] {
  const older = fixture.path('older.cjs')
  const condition = programs === 'first' ? "process.env.PARLEY_HANDED_OVER !== '1'" : 'true'
  writeFileSync(
    older,
    `if (${condition}) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`,
  )
  return ['--require', older]
}

test('an older Node hands over to the one that the install fetched, with input, output and exit code', async () => {
  const program = copyProgram()
  const fetched = fixture.path('elsewhere/node_modules/.node/bin')
  mkdirSync(fetched, { recursive: true })
  symlinkSync(process.execPath, join(fetched, basename(process.execPath)))
  const options = { nodeOptions: olderNode('first') }
  const sent = await run(['send', '--curl', '@-'], { ...options, stdin: `curl ${fixture.sink.url}` }, program)
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  expect(fixture.sink.requests).toHaveLength(1)
  expect(await run(['send', 'http://127.0.0.1:1'], options, program)).toMatchObject({ code: 2 })
})

test('an older Node prints which version is needed where there is no other', async () => {
  const { code, stderr } = await run(['--version'], { nodeOptions: olderNode('all') })
  expect(code).toBe(3)
  expect(stderr).toBe(
    'Parley needs Node 24.2 or newer, and this is 20.20.2. Install a newer Node, or use the single file of Parley, which contains one.\n',
  )
})

test.skipIf(process.platform === 'win32')(
  'compiled code is cached for the next command, readable only by its owner, whatever the umask (attacks SE2)',
  async () => {
    const home = fixture.path('home')
    mkdirSync(home)
    chmodSync(home, 0o755)
    const send = () => run(['send', fixture.sink.url], { env: { PARLEY_HOME: home, NODE_COMPILE_CACHE: '' } })
    const paths = () => ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })].toSorted()
    const umask = process.umask(0)
    try {
      expect((await send()).stderr).toContain(
        `Note: Other users of this computer could open ${home}. Now only you can.`,
      )
      const kept = paths()
      expect(kept.length).toBeGreaterThan(4)
      expect(kept.filter(path => (statSync(join(home, path)).mode & 0o077) !== 0)).toEqual([])
      expect(await send()).toMatchObject({ code: 0, stderr: '' })
      expect(paths()).toEqual(kept)
    } finally {
      process.umask(umask)
    }
  },
)
