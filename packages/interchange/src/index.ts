export { type ExportedFile, exportCollection, exportedFileName } from './export-collection.ts'
export { hiddenBodyStart } from './hidden-body-start.ts'
export { contentOf, hideInContent, hideInSource, sentCredentials } from './hide-in-source.ts'
export { type ImportRefusal, type ImportRefusalCode, sourceTooLarge } from './import-failure.ts'
export type { ImportSource } from './import-source.ts'
export type { ReadImport, ReadPart } from './read-import.ts'
export {
  countsText,
  lineText,
  type ReportLine,
  type ReportSection,
  reportSections,
} from './report/describe-summary.ts'
export type { ImportSummary } from './report/import-summary.ts'
export { type RunImportOptions, runImport } from './run-import.ts'
export { collectFolder } from './source/collect-folder.ts'
export {
  type Download,
  type DownloadFailure,
  type DownloadPorts,
  downloadBytes,
} from './source/download-bytes.ts'
export { downloadSource } from './source/download-source.ts'
export { sourceLimits } from './source/source-limits.ts'
export { findUpdates, type ImportUpdates, type WrittenImport, writeImport } from './write-import.ts'
