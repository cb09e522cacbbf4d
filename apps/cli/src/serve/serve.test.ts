import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runInProcess } from '../io/run-in-process.testkit.ts'
import { packagedProgram } from './packaged-program.ts'

const { desktop, page, server } = packagedProgram
const cwd = mkdtempSync(join(tmpdir(), 'parley-serve-'))
const shop = join(cwd, 'shop')
mkdirSync(shop)
afterAll(() => rmSync(cwd, { recursive: true }))

/** Runs a command; returns the exit code, and what the programs get that it starts. */
async function started(...args: readonly string[]) {
  const programs: (readonly [string, readonly string[]])[] = []
  const { code, stderr } = await runInProcess(args, {
    cwd,
    async runProgram(path, words) {
      programs.push([path, words])
      return 7
    },
  })
  return { code, stderr, programs }
}

test.each([
  [[], []],
  [['shop'], ['--workspace', shop]],
  [
    [shop, '--no-open', '--no-demo'],
    ['--workspace', shop, '--no-open', '--no-demo'],
  ],
  // The server says what is wrong with a port.
  [
    ['--port', 'many'],
    ['--port', 'many'],
  ],
])('parley serve %j starts the server with these words, and exits as it does', async (typed, words) => {
  expect(await started('serve', ...typed)).toEqual({
    code: 7,
    stderr: '',
    programs: [[server, ['--page', page, ...words]]],
  })
})

test.each([
  [[], []],
  [
    ['--host', 'chromium', '--no-demo'],
    ['--host=chromium', '--no-demo'],
  ],
  [['parley://import?url=a'], ['--', 'parley://import?url=a']],
  [
    ['--', '--no-demo'],
    ['--', '--no-demo'],
  ],
])('parley desktop %j starts the app with these words, and exits as it does', async (typed, words) => {
  expect(await started('desktop', ...typed)).toEqual({
    code: 7,
    stderr: '',
    programs: [[desktop, ['--page', page, '--server', server, ...words]]],
  })
})

test.each([
  ['serve', '--port', '1', '--port', '2'],
  ['serve', 'a', 'b'],
  ['desktop', '--bogus'],
])('parley %s %s %s is refused with 3, and starts nothing', async (...args) => {
  const { code, programs } = await started(...args)
  expect({ code, programs }).toEqual({ code: 3, programs: [] })
})
