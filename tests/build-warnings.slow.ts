import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Plugin, type RolldownLog, rolldown } from 'rolldown'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error Scripts of the build have no types.
import { failOnWarning } from '../scripts/fail-on-warning.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Bundles a program like `npm run build`; resolves to the codes of the printed warnings. */
async function bundle(source: string, plugin?: Plugin): Promise<readonly string[]> {
  const printed: string[] = []
  const onLog = failOnWarning('program.js')
  writeFileSync(join(folder, 'program.mjs'), source)
  writeFileSync(join(folder, 'part.mjs'), 'export const known = 1')
  const built = await rolldown({
    input: join(folder, 'program.mjs'),
    plugins: [plugin],
    onLog: (level, log) => onLog(level, log, (_: unknown, one: RolldownLog) => printed.push(one.code ?? '')),
  })
  try {
    await built.write({ file: join(folder, 'program.js') })
  } finally {
    await built.close()
  }
  return printed
}

test('a build on a slow machine succeeds, with the warning printed', async () => {
  const slow: Plugin = {
    name: 'slow',
    transform(code) {
      // Rolldown warns when its plugins take most of a build that is longer than this.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)
      return code
    },
  }
  expect(await bundle('console.log(1)', slow)).toEqual(['PLUGIN_TIMINGS'])
})

test.each([
  ['an import that is not exported', "import * as part from './part.mjs'\nconsole.log(part.unknown)"],
  ['a direct eval', "eval('1')"],
  ['an import that is not found', "import 'no-such-package-of-ours'"],
])('a warning about the code fails the build: %s', async (_, source) => {
  await expect(bundle(source)).rejects.toThrow('program.js: ')
})
