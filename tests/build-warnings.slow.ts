import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RolldownLog, rolldown } from 'rolldown'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error Scripts of the build have no types.
import { failOnWarning } from '../scripts/fail-on-warning.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Bundles a program like `npm run build`. */
async function bundle(source: string): Promise<void> {
  const onLog = failOnWarning('program.js')
  writeFileSync(join(folder, 'program.mjs'), source)
  writeFileSync(join(folder, 'part.mjs'), 'export const known = 1')
  const built = await rolldown({
    input: join(folder, 'program.mjs'),
    onLog: (level, log) => onLog(level, log, () => {}),
  })
  try {
    await built.write({ file: join(folder, 'program.js') })
  } finally {
    await built.close()
  }
}

test.each(['PLUGIN_TIMINGS', 'COULD_NOT_CLEAN_DIRECTORY'])(
  'a warning about the machine, such as %s, is printed and fails no build',
  code => {
    const printed: (string | undefined)[] = []
    const log = { code, message: 'It took long.' }
    failOnWarning('program.js')('warn', log, (_: unknown, one: RolldownLog) => printed.push(one.code))
    expect(printed).toEqual([code])
  },
)

test.each([
  ['an import that is not exported', "import * as part from './part.mjs'\nconsole.log(part.unknown)"],
  ['a direct eval', "eval('1')"],
  ['an import that is not found', "import 'no-such-package-of-ours'"],
])('a warning about the code fails the build: %s', async (_, source) => {
  await expect(bundle(source)).rejects.toThrow('program.js: ')
})
