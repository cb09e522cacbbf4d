import { expect, test } from 'vitest'
import { runSystemProgram } from './read-system-settings.ts'

test('a program that is missing or fails gives nothing', async () => {
  expect(await runSystemProgram('parley-no-such-program', [])).toBe(null)
  expect(await runSystemProgram(process.execPath, ['-e', 'process.exit(1)'])).toBe(null)
  expect(await runSystemProgram(process.execPath, ['-p', '1 + 1'])).toBe('2\n')
})
