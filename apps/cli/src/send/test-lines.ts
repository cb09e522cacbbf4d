import { scriptErrorText } from '@parley/engine/reports'
import { harmlessWithinLog, type TestReport } from '@parley/model'
import type { StandardError } from '../io/standard-error.ts'
import { oneLine } from '../output/one-line.ts'

type Colors = StandardError['colors']

/** Returns the results of tests, a line each and more for a failure. */
export function testLines({ results, scriptErrors }: TestReport, isQuiet: boolean, colors: Colors): string {
  const lines = results.flatMap(test => {
    if (test.passed) return isQuiet ? [] : [`${colors.green('✓')} ${oneLine(test.name)}`]
    return [`${colors.red('✗')} ${oneLine(test.name)}`, ...indented(test.reason, colors)]
  })
  const errors = scriptErrors.flatMap(error => indented(scriptErrorText(error), colors))
  return [...lines, ...errors].map(line => `${line}\n`).join('')
}

/** Puts each line of text from a script after a bar, so that none looks like one of Parley. */
function indented(text: string, colors: Colors): readonly string[] {
  return harmlessWithinLog(text)
    .split('\n')
    .map(line => `  ${colors.red(`│ ${line}`)}`)
}
