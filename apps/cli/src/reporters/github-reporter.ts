import {
  noticesOf,
  type ReportedResult,
  type Reporter,
  scriptErrorText,
  summaryWords,
} from '@parley/engine/reports'
import { harmlessText } from '@parley/model'

/**
 * Prints workflow commands of GitHub Actions: an annotation for each failure, and a notice with the summary.
 */
export function githubReporter(): Reporter {
  return {
    isLive: true,
    head: () => '',
    entry(result) {
      const title = [...result.path, result.name].join(' / ')
      return [
        ...errorsOf(result).map(message => command('error', title, message)),
        ...noticesOf(result).map(message => command('warning', title, message)),
      ].join('')
    },
    foot: summary => command('notice', 'parley run', summaryWords(summary)),
  }
}

function errorsOf({ failure, tests, scriptErrors }: ReportedResult): readonly string[] {
  return [
    ...(failure === null ? [] : [`${failure.sentence} (${failure.code}) ${failure.nextStep}`]),
    ...tests.flatMap(test => (test.passed ? [] : [`${test.name}: ${test.reason}`])),
    ...scriptErrors.map(scriptErrorText),
  ]
}

function command(name: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${name} title=${property(title)}::${data(message)}\n`
}

/** Escapes text so that the runner decodes it, and nothing in it can begin a command. */
function data(text: string): string {
  return harmlessText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
