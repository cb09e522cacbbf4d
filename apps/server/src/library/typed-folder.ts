import { isAbsolute, join, resolve } from 'node:path'
import { homeFolder } from '@parley/files'
import type { DescribedProblem } from '../contract/index.ts'

/** Returns the folder of a path that the user typed, which may begin with `~`; null if it is not absolute. */
export function typedFolder(typed: string): string | null {
  const path = typed === '~' || typed.startsWith('~/') ? join(homeFolder(), typed.slice(1)) : typed
  return isAbsolute(path) && !path.includes('\0') ? resolve(path) : null
}

/** What to say about a path that is not absolute. */
export const notWholePath: DescribedProblem = {
  sentence: 'This is not the full path of a folder.',
  nextStep: 'Give the path from the root of the disk, or from your home folder with ~/ before it.',
}
