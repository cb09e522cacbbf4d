import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { nodeFiles, SpooledFile, sweepFolder } from '@parley/files'
import type { StandardOutput } from '../io/standard-output.ts'
import { isWrittenInPlace, type Write, writeInPlace } from '../output/written-in-place.ts'

/** A report that is being written; it stays in a temporary file until the run has ended. */
export interface ReportFile {
  append(text: string): Promise<void>
  /** Moves the report to its path, with a head and a foot added. */
  finish(head: string, foot: string): Promise<void>
  /** Discards the report if it is not finished, without leaving a file. */
  discard(): Promise<void>
}

/**
 * Opens the report for a path, or for standard output. The file at the path is either complete or
 * absent. A device or a pipe is written to directly, as another file cannot replace it.
 * @throws the system's error if nothing can be written there
 */
export async function openReportFile(path: string | StandardOutput): Promise<ReportFile> {
  if (typeof path !== 'string') return directReport(writer => writer(bytes => path.write(bytes)))
  if (await isWrittenInPlace(path)) return directReport(writer => writeInPlace(path, writer))
  const folder = dirname(resolve(path))
  const spool = await SpooledFile.open(nodeFiles, folder)
  await sweepFolder(nodeFiles, folder)
  return {
    append: text => spool.append(text),
    finish: (head, foot) => spool.finish(path, head, foot),
    discard: () => spool.discard(),
  }
}

async function directReport(
  given: (writer: (write: Write) => Promise<void>) => Promise<void>,
): Promise<ReportFile> {
  const spool = await SpooledFile.open(nodeFiles, tmpdir())
  await sweepFolder(nodeFiles, tmpdir())
  return {
    append: text => spool.append(text),
    finish: (head, foot) => given(write => spool.writeTo(head, foot, write)),
    discard: () => spool.discard(),
  }
}
