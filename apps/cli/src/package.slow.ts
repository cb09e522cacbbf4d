import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send/send-fixture.testkit.ts'
import { version } from './version.ts'

const fixture = useSendFixture()
const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** Runs npm or npx with the current Node and without access to a registry. */
async function npm(program: 'npm' | 'npx', args: readonly string[], cwd: string) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { HOME } = process.env
  return promisify(execFile)(program, [...args], { cwd, env: { PATH: path, HOME } })
}

describe('the package', () => {
  test('runs in an empty folder, with nothing else installed', { timeout: 120_000 }, async () => {
    const packed = fixture.path('packed')
    const folder = fixture.path('elsewhere')
    mkdirSync(packed)
    mkdirSync(folder)
    await npm('npm', ['pack', '--ignore-scripts', '--pack-destination', packed], packageFolder)
    const [tarball = ''] = readdirSync(packed)
    expect(tarball).toBe(`parley-cli-${version}.tgz`)
    writeFileSync(join(folder, 'package.json'), '{}')
    const install = ['install', '--offline', '--omit=optional', '--cache', fixture.path('cache')]
    await npm('npm', [...install, join(packed, tarball)], folder)
    const installed = join(folder, 'node_modules')
    expect(readdirSync(installed).filter(name => !name.startsWith('.'))).toEqual(['@parley'])
    const notices = readFileSync(join(installed, '@parley/cli/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(notices).toMatch(/^commander .* \(MIT\)$/m)
    expect(notices).toContain('Fabrice Bellard')
    expect(existsSync(join(installed, '@parley/cli/dist/LICENSE.txt'))).toBe(true)

    const npx = (...args: string[]) => npm('npx', ['parley', ...args], folder)
    expect((await npx('--version')).stdout).toBe(`${version}\n`)
    writeFileSync(join(folder, 'c.json'), JSON.stringify(collection()))
    const { stdout } = await npx('run', 'c.json', '--reporter', 'json')
    const { results } = JSON.parse(stdout)
    expect(results[0].tests).toEqual([{ name: 'answered', passed: true, reason: null }])
  })
})

function collection() {
  const exec = ['pm.test("answered", () => pm.response.to.have.status(200))']
  return {
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'One',
        request: { method: 'GET', url: fixture.sink.url },
        event: [{ listen: 'test', script: { exec } }],
      },
    ],
  }
}
