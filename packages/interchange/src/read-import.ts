import {
  describeImportFailure,
  type EventStreamCandidate,
  eventStreamsIn,
  type FilesImport,
  type FilesProgress,
  type FolderFile,
  type ImportedPart,
  importFiles,
  isNeverImported,
} from '@parley/convert'
import { failed, ok, type Result } from '@parley/model'
import { type ImportRefusal, nothingToImport } from './import-failure.ts'
import type { ImportSource } from './import-source.ts'
import type { ImportSummary } from './report/import-summary.ts'
import { summarize } from './report/summarize.ts'
import { isZip, readZip } from './source/read-zip.ts'

/** The progress of reading a source. */
export interface ImportProgress extends FilesProgress {
  readonly totalFiles: number
}

/** The result of reading a source; nothing is written yet. */
export interface ReadImport {
  readonly parts: readonly ReadPart[]
  readonly summary: ImportSummary
  /** The requests that can be imported as event streams, if the user wants that. */
  readonly eventStreams: readonly EventStreamCandidate[]
}

/** The result of one file or folder, with its own part of the summary. */
export interface ReadPart extends Omit<ImportedPart, 'report' | 'document'> {
  readonly summary: ImportSummary
  /** The document itself if a later import will be compared with it; otherwise null. */
  readonly document: Uint8Array | null
}

/** Reads a source: unpacks archives, detects formats, and converts everything. Has no time limit. */
export function readImport(
  source: ImportSource,
  onProgress: (progress: ImportProgress) => void = () => {},
): Result<ReadImport, ImportRefusal> {
  const unpacked = unpack(source)
  if (!unpacked.ok) return unpacked
  const files = unpacked.value
  const onRead = (progress: FilesProgress) => onProgress({ ...progress, totalFiles: files.length })
  const read = importFiles(files, onRead, source.name)
  if (read.parts.length === 0) return failed(nothingToImport(refusalSentence(source, read)))
  return ok({
    parts: read.parts.map(({ report, document, ...part }) => ({
      ...part,
      document: part.format === 'openApi' ? document : null,
      summary: summarize({ parts: [{ ...part, report, document }], refused: [] }),
    })),
    summary: summarize(read),
    eventStreams: read.parts.flatMap(({ collections }) => collections.flatMap(eventStreamsIn)),
  })
}

function unpack({ files }: ImportSource): Result<readonly FolderFile[], ImportRefusal> {
  const unpacked: FolderFile[] = []
  for (const file of files) {
    if (!isZip(file.bytes)) {
      unpacked.push(file)
      continue
    }
    const inside = readZip(file.bytes, file.path)
    if (!inside.ok) return inside
    // Archives contain additional files for operating systems and tools.
    const ours = inside.value.filter(
      ({ path }) => !path.split('/').some(step => step === '__MACOSX' || isNeverImported(step)),
    )
    const prefix = files.length === 1 ? '' : `${file.path}/`
    for (const one of ours) unpacked.push({ ...one, path: prefix + one.path })
  }
  return ok(unpacked)
}

function refusalSentence({ name, isPasted, files }: ImportSource, { refused }: FilesImport): string {
  const [only] = refused
  if (refused.length === 1 && only !== undefined && files.length === 1)
    return isPasted === true
      ? describeImportFailure(only.failure, 'pasted text')
      : `“${name}”: ${describeImportFailure(only.failure)}`
  return refused.length === 0
    ? `“${name}” contains no file that can be read.`
    : `None of the ${refused.length} files of “${name}” is in a format that Parley can import.`
}
