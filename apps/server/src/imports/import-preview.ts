import {
  countsText,
  type ImportUpdates,
  type ReadImport,
  type ReportLine,
  reportSections,
} from '@parley/interchange'
import type { ImportPreview, ImportPreviewSection } from '../contract/index.ts'

/** The maximum number of lines that a dialog shows; the report next to the collection has all of them. */
const maxShownLines = 100

/**
 * Returns the preview of an import that the page shows.
 * @param isWritten - the import is done, and not only read
 */
export function importPreview(
  { summary, eventStreams }: ReadImport,
  updates: ImportUpdates,
  isWritten: boolean,
): ImportPreview {
  return {
    sources: summary.sources.slice(0, maxShownLines).map(({ path, formatName, counts }) => ({
      path,
      format: formatName,
      contents: countsText(counts),
    })),
    totalSources: summary.sources.length,
    updates: [...updates.values()].map(({ name, lines }) =>
      section(
        `Update of “${name}”`,
        null,
        lines.map(text => ({ folder: '', text })),
      ),
    ),
    eventStreams: {
      requests: eventStreams.length,
      examples: eventStreams.reduce((sum, { examples }) => sum + examples, 0),
    },
    sections: reportSections(summary, isWritten).map(({ title, nextStep, lines, setting }) => ({
      ...section(title, nextStep, lines),
      ...(setting === undefined ? {} : { setting }),
    })),
  }
}

function section(title: string, nextStep: string | null, lines: readonly ReportLine[]): ImportPreviewSection {
  return { title, nextStep, lines: lines.slice(0, maxShownLines), totalLines: lines.length }
}
