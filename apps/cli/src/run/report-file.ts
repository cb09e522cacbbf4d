import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { nodeFiles, SpooledFile, sweepTemporaryFiles } from '@parley/files'
import { writeToStandardOutput } from '../output/standard-output.ts'

/** A report on its way to its place: on the disk until the run has ended. */
export interface ReportFile {
  append(text: string): Promise<void>
  /** Puts it in its place, between a head and a foot. */
  finish(head: string, foot: string): Promise<void>
  /** Ends it, where it has not ended; nothing of it stays. */
  discard(): Promise<void>
}

/**
 * Opens the report of a path, or of standard output (null). A file stands there whole or not at all; a device
 * or a pipe is written to, as another file can not take its place.
 * @throws the system's error where nothing can be written there
 */
export async function openReportFile(path: string | null): Promise<ReportFile> {
  if (path === null) return pouredFile(writer => writer(writeToStandardOutput))
  if (await isWrittenInPlace(path)) return pouredFile(writer => writeInPlace(path, writer))
  const folder = dirname(resolve(path))
  const spool = await SpooledFile.open(nodeFiles, folder)
  await sweepTemporaryFiles(nodeFiles, folder, await namesIn(folder), Date.now())
  return {
    append: text => spool.append(text),
    finish: (head, foot) => spool.finish(path, head, foot),
    discard: () => spool.discard(),
  }
}

type Write = (bytes: Uint8Array) => Promise<void>

async function pouredFile(
  given: (writer: (write: Write) => Promise<void>) => Promise<void>,
): Promise<ReportFile> {
  const spool = await SpooledFile.open(nodeFiles, tmpdir())
  return {
    append: text => spool.append(text),
    finish: (head, foot) => given(write => spool.pour(head, foot, write)),
    discard: () => spool.discard(),
  }
}

/** `/dev/null`, a named pipe, what `>(…)` of a shell names; also a descriptor that leads to a file. */
export async function isWrittenInPlace(path: string): Promise<boolean> {
  if ((await nodeFiles.info(path))?.kind === 'other') return true
  return /^\/(?:dev|proc)\//.test(resolve(path)) && (await nodeFiles.linkInfo(path))?.kind === 'link'
}

async function writeInPlace(path: string, writer: (write: Write) => Promise<void>): Promise<void> {
  const target = await nodeFiles.open(path, 'writeExisting')
  try {
    await writer(bytes => target.write(bytes))
  } finally {
    await target.close()
  }
}

/** A folder that may be written to need not be readable. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await nodeFiles.list(folder).catch(() => [])).map(({ name }) => name)
}
