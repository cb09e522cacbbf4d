import { countsText, type ImportUpdates, type ReadImport, reportSections } from '@parley/interchange'
import type { ImportPreview, ImportPreviewSection } from '../contract/index.ts'

/** More than this nobody reads in a dialog; the report beside the collection has all of it. */
const shownLines = 100

/** What the page shows of an import. */
export function importPreview({ summary }: ReadImport, updates: ImportUpdates): ImportPreview {
  return {
    sources: summary.sources.slice(0, shownLines).map(({ path, formatName, counts }) => ({
      path,
      format: formatName,
      brings: countsText(counts),
    })),
    totalSources: summary.sources.length,
    updates: [...updates.values()].map(({ name, lines }) => section(`Update of “${name}”`, null, lines)),
    sections: reportSections(summary).map(({ title, nextStep, lines }) => section(title, nextStep, lines)),
  }
}

function section(title: string, nextStep: string | null, lines: readonly string[]): ImportPreviewSection {
  return { title, nextStep, lines: lines.slice(0, shownLines), totalLines: lines.length }
}
