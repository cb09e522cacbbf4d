import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppDataFolder } from './app-data-folder.ts'

let home = ''

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'app-data-test-'))
})

const sentences: string[] = []
const report = (sentence: string) => sentences.push(sentence)

afterEach(() => sentences.splice(0))
afterEach(() => rm(home, { recursive: true, force: true }))

test('PARLEY_HOME names the folder, which is created only for its owner, whatever the umask', async () => {
  const umask = process.umask(0)
  try {
    const folder = openAppDataFolder(report, { PARLEY_HOME: join(home, 'a', 'b') })
    expect(folder).toBe(join(home, 'a', 'b'))
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(openAppDataFolder(report, { PARLEY_HOME: folder })).toBe(folder)
    expect(sentences).toEqual([])
  } finally {
    process.umask(umask)
  }
})

test(
  'otherwise it is in the data folder of the platform',
  needs(process.platform === 'linux', 'Linux'),
  () => {
    expect(openAppDataFolder(report, { XDG_DATA_HOME: home, PARLEY_HOME: '' })).toBe(join(home, 'parley'))
  },
)

test.each([
  ['the folder itself', '.', 0o755],
  ['the folder of all users', '.', 0o777],
  ['a file in it', 'parley.db', 0o644],
  ['a folder in it', 'compiled', 0o755],
  ['a file in a private folder', 'compiled/a', 0o644],
  ['a folder in a private folder', 'compiled/deep/er', 0o750],
  ['a file far below private folders', 'compiled/deep/er/b', 0o604],
])(
  '%s that others may open is closed to them, which is reported once (attacks SE2)',
  async (_, wide, mode) => {
    const folder = join(home, 'data')
    await mkdir(join(folder, 'compiled', 'deep', 'er'), { recursive: true })
    await writeFile(join(folder, 'compiled', 'deep', 'er', 'b'), '')
    await writeFile(join(folder, 'parley.db'), '')
    await writeFile(join(folder, 'compiled', 'a'), '')
    await writeFile(join(home, 'elsewhere'), '', { mode: 0o644 })
    await symlink(join(home, 'elsewhere'), join(folder, 'link'))
    const paths = [
      '.',
      'parley.db',
      'compiled',
      'compiled/a',
      'compiled/deep',
      'compiled/deep/er',
      'compiled/deep/er/b',
    ]
    for (const path of paths) await chmod(join(folder, path), 0o700)
    await chmod(join(folder, wide), mode)
    if (wide === '.') for (const path of paths.slice(1)) await chmod(join(folder, path), mode)
    openAppDataFolder(report, { PARLEY_HOME: folder })
    for (const path of paths) expect((await stat(join(folder, path))).mode & 0o077).toBe(0)
    expect((await stat(join(home, 'elsewhere'))).mode & 0o777).toBe(0o644)
    expect(sentences).toEqual([
      `Parley’s data in ${folder} had permissions for other users of this computer. Now only you can open it.`,
    ])
    openAppDataFolder(report, { PARLEY_HOME: folder })
    expect(sentences).toHaveLength(1)
  },
)

test('files deleted from a workspace that others may read keep their permissions, without a message', async () => {
  const folder = openAppDataFolder(report, { PARLEY_HOME: join(home, 'data') })
  const place = join(folder, 'trash', 'workspace')
  await mkdir(place, { recursive: true, mode: 0o700 })
  await writeFile(join(place, 'deleted.yml'), '')
  await chmod(join(folder, 'trash'), 0o700)
  await chmod(join(place, 'deleted.yml'), 0o644)
  openAppDataFolder(report, { PARLEY_HOME: folder })
  expect((await stat(join(place, 'deleted.yml'))).mode & 0o777).toBe(0o644)
  expect(sentences).toEqual([])
  await chmod(join(folder, 'trash'), 0o755)
  openAppDataFolder(report, { PARLEY_HOME: folder })
  expect((await stat(join(folder, 'trash'))).mode & 0o777).toBe(0o700)
  expect(sentences).toHaveLength(1)
})
