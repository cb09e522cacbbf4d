import type { CommandReport } from '../curl/command-report.ts'

/**
 * Quotes the `<placeholders>` that docs put into commands of grpcurl, which a shell would read as the names of files. The
 * offsets of the text stay the same.
 */
export function quotePlaceholders(text: string, report: CommandReport): string {
  if (!/\bgrpcurl\b/.test(text) || text.includes('<<')) return text
  return text.replace(quotedOrPlaceholder, (written: string, name: string | undefined, offset: number) => {
    if (name === undefined) return written
    report.note('PLACEHOLDER', written, offset)
    return `'${name}'`
  })
}

const quotedOrPlaceholder =
  /\\[\s\S]|\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|<([A-Za-z](?:[^<>\n|&;'"`$]*[^\s<>|&;'"`$])?)>/g
