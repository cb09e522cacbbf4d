import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { cacheFolder, keepFolderPrivate } from '@parley/files'

/**
 * Makes Node cache the compiled code of this program, which saves most of the time until a command starts.
 * The cache is in a private folder of the user, because its content is executed. If the folder cannot be
 * written, nothing is cached. Node's own `NODE_COMPILE_CACHE` and `NODE_DISABLE_COMPILE_CACHE` have
 * precedence.
 */
export function cacheCompiledCode(): void {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env
  const folder = join(cacheFolder(process.env, process.platform), 'compiled')
  if (!NODE_COMPILE_CACHE && !NODE_DISABLE_COMPILE_CACHE && !createPrivate(folder)) return
  // Node creates a folder in it now, and writes its files when the process ends.
  const umask = process.umask(onlyOwner)
  enableCompileCache(folder)
  process.umask(umask)
  process.once('exit', () => process.umask(onlyOwner))
}

/** A umask that gives others no access. */
const onlyOwner = 0o077

/**
 * Creates the folder for its owner only, and returns whether it exists. With `PARLEY_HOME` it is inside the
 * app data, which is private as well.
 */
function createPrivate(folder: string): boolean {
  try {
    for (const path of [dirname(folder), folder])
      if (keepFolderPrivate(path))
        process.stderr.write(`Note: Other users of this computer could open ${path}. Now only you can.\n`)
    return true
  } catch {
    return false
  }
}
