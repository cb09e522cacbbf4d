import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useExportFixture } from './export-fixture.testkit.ts'

const { fixture, run, importShop } = useExportFixture()

test('the commands send the requests, and names execute nothing (attacks UI8)', async () => {
  await importShop(fixture.sink.url)
  const { stdout, stderr } = await run(['export', 'ws/Shop', '--to', 'curl'])
  expect(stderr).toContain('no place for the scripts')
  expect(stdout).not.toContain('\u202e')
  await new Promise<void>((resolve, reject) => {
    execFile('bash', ['-c', stdout], { cwd: fixture.folder }, error => (error ? reject(error) : resolve()))
  })
  expect(fixture.sink.requests.map(one => [one.method, one.url])).toEqual([
    ['POST', '/books?q=1'],
    ['GET', '/books?q=1'],
  ])
  expect(fixture.headersOf(0)).toContain('X-A: b')
  expect(existsSync(fixture.path('pwned'))).toBe(false)
})
