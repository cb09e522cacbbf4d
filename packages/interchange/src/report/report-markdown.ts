import { countsText, reportSections } from './describe-summary.ts'
import type { ImportSummary } from './import-summary.ts'

/** The file beside an imported collection that keeps what has no place in it. */
export const reportFileName = 'import-report.md'

/** The report as a file; null where everything came as it was. */
export function reportMarkdown(summary: ImportSummary): string | null {
  const sections = reportSections(summary)
  if (sections.length === 0) return null
  const sources = summary.sources.map(
    one =>
      `- ${one.path === '' ? 'The folder' : plain(one.path)} (${one.formatName}): ${countsText(one.counts)}`,
  )
  const parts = sections.map(({ title, nextStep, lines }) =>
    [`## ${title}`, '', nextStep, '', ...lines.map(line => `- ${plain(line)}`)].join('\n'),
  )
  return `${['# Import report', '', ...sources, '', parts.join('\n\n')].join('\n')}\n`
}

/** One line of text that no reader of Markdown takes for anything else. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&')
}
