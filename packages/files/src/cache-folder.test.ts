import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cacheFolder } from './cache-folder.ts'

test.each([
  ['win32', { LOCALAPPDATA: 'C:\\Users\\ann\\Local' }, join('C:\\Users\\ann\\Local', 'parley')],
  ['win32', {}, join(homedir(), 'AppData', 'Local', 'parley')],
  ['darwin', {}, join(homedir(), 'Library', 'Caches', 'parley')],
  ['linux', {}, join(homedir(), '.cache', 'parley')],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/parley'],
  ['linux', { PARLEY_HOME: '/home/p' }, '/home/p'],
] as const)('on %s with %o it is %s', (platform, environment, folder) => {
  expect(cacheFolder(environment, platform)).toBe(folder)
})
