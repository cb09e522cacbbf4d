import { dirname, resolve } from 'node:path'
import { nodeFiles, sweepFolder, writeFileAtomically } from '@parley/files'

export type Write = (bytes: Uint8Array) => Promise<void>

/**
 * Whether a path is written to directly: `/dev/null`, a named pipe or `>(…)` of a shell, also a descriptor
 * that leads to a file.
 */
export async function isWrittenInPlace(path: string): Promise<boolean> {
  if ((await nodeFiles.info(path))?.kind === 'other') return true
  return descriptorPath.test(resolve(path)) && (await nodeFiles.linkInfo(path))?.kind === 'link'
}

/** Paths of a process's open files. Other files below `/dev`, such as those in `/dev/shm`, are ordinary ones. */
const descriptorPath = /^\/(?:dev\/(?:fd\/\d+|std(?:in|out|err))|proc\/.+\/fd\/\d+)$/

/** Writes to such a path, without changing what it is. */
export async function writeInPlace(path: string, writer: (write: Write) => Promise<void>): Promise<void> {
  const target = await nodeFiles.open(path, 'writeExisting')
  try {
    await writer(bytes => target.write(bytes))
  } finally {
    await target.close()
  }
}

/**
 * Writes the file of an `--output` whole or not at all; a device or a pipe takes the text as it is.
 * @param mayReplace - whether an existing file may be replaced
 * @returns false if there is a file that may not be replaced
 * @throws the system's errors
 */
export async function writeOutputFile(path: string, text: string, mayReplace: boolean): Promise<boolean> {
  if (await isWrittenInPlace(path)) {
    await writeInPlace(path, write => write(new TextEncoder().encode(text)))
    return true
  }
  const isFree = async () => mayReplace || (await nodeFiles.linkInfo(path)) === null
  if (!(await writeFileAtomically(nodeFiles, path, text, { mayReplace: isFree }))) return false
  await sweepFolder(nodeFiles, dirname(path))
  return true
}
