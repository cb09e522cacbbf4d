import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppDataFolder } from './app-data-folder.ts'

let home = ''

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'app-data-test-'))
})

afterEach(() => rm(home, { recursive: true, force: true }))

test('PARLEY_HOME names the folder, which is made for its owner alone, whatever the umask', async () => {
  const umask = process.umask(0)
  try {
    const folder = openAppDataFolder({ PARLEY_HOME: join(home, 'a', 'b') })
    expect(folder).toBe(join(home, 'a', 'b'))
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(openAppDataFolder({ PARLEY_HOME: folder })).toBe(folder)
  } finally {
    process.umask(umask)
  }
})

test.runIf(process.platform === 'linux')('else it stands in the data folder of the platform', () => {
  expect(openAppDataFolder({ XDG_DATA_HOME: home, PARLEY_HOME: '' })).toBe(join(home, 'parley'))
})
