import { globSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostileArchives, makeZip } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

/** The secret of the collection and of the environment. */
export const canary = 'canary-8XqP'

/** A Postman collection with parts that Parley cannot represent. */
export const collection = {
  info: { name: '../../Shop\u001b[2J' },
  item: [
    {
      name: 'Get',
      request: {
        method: 'POST',
        url: 'http://a.test/:id',
        auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
        body: { mode: 'file', file: { src: '../../.ssh/id_rsa' } },
      },
      event: [{ listen: 'test', script: { exec: ['const x = require("fs")'] } }],
    },
    { name: 'Edge', request: { url: 'http://a.test', auth: { type: 'edgegrid' } } },
  ],
}
/** A Postman environment with a secret. */
export const environment = {
  name: 'Live',
  values: [{ key: 'apiKey', value: `${canary}-2`, type: 'secret' }],
  _postman_variable_scope: 'environment',
}

/** Sets up the tests of `parley import`, which import into the workspace `ws`. */
export function useImportFixture() {
  const fixture = useSendFixture()
  const run = async (args: readonly string[], options: InProcessOptions = {}) => {
    const env = { PARLEY_HOME: fixture.path('home') }
    const { code, stdout, stderr } = await fixture.run(['import', ...args], { env, ...options })
    return { code, stdout: stdout.toString(), stderr }
  }
  /** Returns the paths of all files in the workspace. */
  const files = () =>
    globSync('**/*', { cwd: fixture.path('ws'), withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  return { fixture, run, files }
}

/** Tests that hostile archives are refused. */
export function testHostileArchives(
  { fixture, run }: ReturnType<typeof useImportFixture>,
  names: readonly string[],
): void {
  test.each(names)('an archive with %s is refused as a whole', async name => {
    const archive = hostileArchives[name]
    if (archive === undefined) throw new Error(name)
    writeFileSync(fixture.path('evil.zip'), makeZip(archive.entries()))
    const { code, stdout, stderr } = await run(['evil.zip', '--into', 'ws'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(archive.sentence)
    expect(readdirSync(fixture.folder)).toEqual(['evil.zip'])
  })
}
