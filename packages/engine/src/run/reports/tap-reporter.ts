import { harmlessWithinLog } from '@parley/model'
import type { ReportedResult } from './reported-result.ts'
import type { Reporter } from './reporter.ts'
import { scriptErrorText, skipReasonOf } from './result-facts.ts'

/** Writes TAP version 14: one point per test, and one per request without tests. */
export function tapReporter(): Reporter {
  let points = 0
  const point = (isPassed: boolean, name: string, after = '') => {
    points += 1
    return `${isPassed ? 'ok' : 'not ok'} ${points} - ${description(name)}${after}\n`
  }
  return {
    isLive: true,
    head: () => 'TAP version 14\n',
    entry(result) {
      const name = [...result.path, result.name].join(' / ')
      const { failure } = result
      const skip = skipReasonOf(result)
      if (failure !== null)
        return (
          point(false, name) + diagnostics({ message: failure.sentence, code: failure.code, url: result.url })
        )
      if (skip !== '') return point(true, name, ` # SKIP ${description(skip)}`)
      return pointsOf(result, name, point)
    },
    foot: ({ state }) => `1..${points}\n${state === 'cancelled' ? 'Bail out! Interrupted\n' : ''}`,
  }
}

function pointsOf(
  { tests, scriptErrors }: ReportedResult,
  name: string,
  point: (isPassed: boolean, name: string) => string,
): string {
  const lines = tests.map(
    test =>
      point(test.passed, `${name} / ${test.name}`) +
      (test.passed ? '' : diagnostics({ message: test.reason ?? '' })),
  )
  const errors = scriptErrors.map(
    error => point(false, `${name} / script`) + diagnostics({ message: scriptErrorText(error) }),
  )
  return lines.length + errors.length === 0 ? point(true, name) : [...lines, ...errors].join('')
}

/** Escapes `#`, which would begin a directive. */
function description(text: string): string {
  return harmlessWithinLog(text).replace(/\r?\n/g, ' ').replaceAll('\\', '\\\\').replaceAll('#', '\\#')
}

/** Writes a YAML block. Every JSON string is also a YAML string. */
function diagnostics(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(harmlessWithinLog(value))}\n`,
  )
  return `  ---\n${lines.join('')}  ...\n`
}
