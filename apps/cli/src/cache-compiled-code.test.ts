import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledProgram } from './run-program.testkit.ts'
import { useSendFixture } from './send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const program = bundledProgram

const send = (home: string) =>
  fixture.run(['send', fixture.sink.url], {
    env: { PARLEY_HOME: fixture.path(home), NODE_COMPILE_CACHE: '' },
  })

test('a command caches its compiled code for the next one', async () => {
  expect((await send('home')).code).toBe(0)
  const [version = ''] = readdirSync(fixture.path('home/compiled'))
  const kept = readdirSync(fixture.path(`home/compiled/${version}`))
  expect(kept.length).toBeGreaterThan(3)
  expect((await send('home')).code).toBe(0)
  expect(readdirSync(fixture.path(`home/compiled/${version}`)).sort()).toEqual(kept.sort())
})

test('it works without a cache if that cannot be written', async () => {
  writeFileSync(fixture.path('file'), '')
  const { code, stderr } = await send('file')
  expect([code, stderr]).toEqual([0, ''])
})

test.skipIf(process.platform === 'win32')(
  'the cache is readable only by its owner, whatever the umask (attacks SE2)',
  async () => {
    const home = fixture.path('home')
    const modes = () =>
      ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })].map(path => [
        path,
        statSync(join(home, path)).mode & 0o077,
      ])
    const umask = process.umask(0)
    try {
      expect((await send('home')).stderr).not.toContain('Other users')
      expect(modes().length).toBeGreaterThan(4)
      expect(modes().filter(([, mode]) => mode !== 0)).toEqual([])
      chmodSync(home, 0o755)
      expect((await send('home')).stderr).toContain(
        `Note: Other users of this computer could open ${home}. Now only you can.`,
      )
      expect((await send('home')).stderr).not.toContain('Other users')
      expect(modes().filter(([, mode]) => mode !== 0)).toEqual([])
    } finally {
      process.umask(umask)
    }
  },
)
