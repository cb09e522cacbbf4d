import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { cacheFolder, nodeFiles } from '@parley/files'
import { describeUnpackFailure } from './describe-unpack-failure.ts'
import { contentAsset, manifestAsset, type ProgramManifest, startFile } from './program-manifest.ts'
import { noteRunning } from './running-programs.ts'
import { unpackProgram } from './unpack-program.ts'

/**
 * The entry point of the one file: unpacks the program into the cache of the user, unless it is there, and runs it.
 * With the path of one of the unpacked files as its first argument it runs that file, as Node would: programs start
 * others by `process.execPath`, which is the one file.
 */
async function start(): Promise<void> {
  const program: ProgramManifest = JSON.parse(getAsset(manifestAsset, 'utf8'))
  const base = join(cacheFolder(process.env, process.platform), 'programs')
  const isNoted = noteRunning(base, program.sha256)
  let folder: string
  try {
    const unpacked = await unpackProgram(nodeFiles, base, program, () =>
      gunzipSync(getRawAsset(contentAsset)),
    )
    // Modules know their paths without links, and start others by them.
    folder = await nodeFiles.realPath(unpacked)
  } catch (error) {
    const variable = process.env.PARLEY_HOME ? 'PARLEY_HOME' : 'XDG_CACHE_HOME'
    process.stderr.write(`${describeUnpackFailure(error, base, variable)}\n`)
    process.exitCode = 3
    return
  }
  if (!isNoted) noteRunning(base, program.sha256)
  const [node = '', , first = ''] = process.argv
  const isChild = program.files.some(({ path }) => join(folder, path) === first)
  const file = isChild ? first : join(folder, 'dist/parley.js')
  process.argv = [node, file, ...process.argv.slice(isChild ? 3 : 2)]
  // Code in the one file can import nothing but Node's own modules; a file can.
  const startAt: (address: string) => Promise<unknown> = createRequire(file)(join(folder, startFile))
  await startAt(pathToFileURL(file).href)
}

void start()
