import { countsText, type ReadImport, reportSections } from '@parley/interchange'
import type { ImportPreview } from '../contract/index.ts'

/** More than this nobody reads in a dialog; the report beside the collection has all of it. */
const shownLines = 100

/** What the page shows of an import. */
export function importPreview({ summary }: ReadImport): ImportPreview {
  return {
    sources: summary.sources.slice(0, shownLines).map(({ path, formatName, counts }) => ({
      path,
      format: formatName,
      brings: countsText(counts),
    })),
    totalSources: summary.sources.length,
    sections: reportSections(summary).map(({ title, lines }) => ({
      title,
      lines: lines.slice(0, shownLines),
      totalLines: lines.length,
    })),
  }
}
