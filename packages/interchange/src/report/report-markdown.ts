import { countsText, lineText, reportSections } from './describe-summary.ts'
import type { ImportSummary } from './import-summary.ts'

/** The file next to an imported collection that lists what could not be imported. */
export const reportFileName = 'import-report.md'

/** Returns the report as Markdown; null if everything was imported unchanged. */
export function reportMarkdown(summary: ImportSummary): string | null {
  const sections = reportSections(summary, true)
  if (sections.length === 0) return null
  const sources = summary.sources.map(
    one =>
      `- ${one.path === '' ? 'The folder' : plain(one.path)} (${one.formatName}): ${countsText(one.counts)}`,
  )
  const parts = sections.map(({ title, nextStep, lines }) =>
    [`## ${title}`, '', nextStep, '', ...lines.map(line => `- ${plain(lineText(line))}`)].join('\n'),
  )
  return `${['# Import report', '', ...sources, '', parts.join('\n\n')].join('\n')}\n`
}

/** Returns a text as one line that Markdown shows literally. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&')
}
