import type { RunSummary } from '@parley/engine'
import {
  methodWords,
  noticesOf,
  type ReportedResult,
  type Reporter,
  scriptErrorText,
  skipReasonOf,
  statusWords,
  summaryWords,
  testFactsOf,
} from '@parley/engine/reports'
import { formatDuration, formatSize, harmlessLog, harmlessWithinLog } from '@parley/model'
import pico from 'picocolors'
import { oneLine } from '../output/one-line.ts'
import { requestRate } from '../run/request-rate.ts'
import type { ReporterOptions } from './reporter-options.ts'

/** The reporter for terminals and pipeline logs: a line for each request, and more for failures. */
export function cliReporter(options: ReporterOptions): Reporter {
  const colors = pico.createColors(options.isColored)
  const marks = {
    passed: colors.green('✓'),
    untested: colors.dim('○'),
    failed: colors.red('✗'),
    error: colors.red('✗'),
    skipped: colors.yellow('–'),
    cancelled: colors.yellow('–'),
  }
  let place = ''

  const heading = ({ path, iteration }: ReportedResult): string => {
    const now = oneLine([...path, ...(iteration > 0 ? [`iteration ${iteration + 1}`] : [])].join(' / '))
    if (now === place) return ''
    const gap = place === '' ? '' : '\n'
    place = now
    return `${gap}${colors.bold(harmlessLog(now))}\n`
  }
  const testLine = (test: ReportedResult['tests'][number]): string =>
    test.passed
      ? `      ${marks.passed} ${oneLine(test.name)}\n`
      : `      ${marks.failed} ${oneLine(test.name)}\n${block(colors.red, test.reason ?? '')}`

  return {
    isLive: true,
    head: () => '',
    entry(result) {
      const { status, tests, name, url, failure } = result
      if (options.isQuiet && status !== 'failed' && status !== 'error') return ''
      const shownTests = options.isVerbose || status === 'failed' ? tests : []
      return [
        heading(result),
        `  ${marks[status]} ${colors.cyan(oneLine(methodWords(result)))} ${oneLine(name || url)}  ${colors.dim(factsOf(result))}\n`,
        ...(options.isVerbose ? [`      ${colors.dim(harmlessLog(oneLine(url)))}\n`] : []),
        ...(options.isVerbose && result.trace !== null
          ? [`      ${colors.dim(`trace ${oneLine(result.trace.traceId)}`)}\n`]
          : []),
        ...(failure === null
          ? []
          : [
              block(colors.red, `${failure.sentence} (${failure.code})`),
              block(colors.dim, failure.nextStep),
            ]),
        ...shownTests.map(testLine),
        ...result.scriptErrors.map(error => block(colors.red, scriptErrorText(error))),
        ...(options.isQuiet ? [] : noticesOf(result).map(notice => block(colors.yellow, `Note: ${notice}`))),
        ...(options.isVerbose
          ? result.sessionValues.map(one => block(colors.dim, `${one.name} = ${one.text ?? '(removed)'}`))
          : []),
      ].join('')
    },
    foot(summary) {
      const isGood = summary.counts.failed + summary.counts.error === 0 && summary.state === 'completed'
      const paint = isGood ? colors.green : colors.red
      return `${place === '' ? '' : '\n'}${paint(summaryWords(summary))}\n${colors.dim(timesLine(summary))}\n`
    },
  }
}

function factsOf(result: ReportedResult): string {
  const { response, timings } = result
  if (response === null || timings === null) return skipReasonOf(result)
  return [
    oneLine(statusWords(response)),
    formatDuration(timings.totalMs),
    formatSize(response.decodedBytes),
    ...testFactsOf(result),
    ...(result.sends > 1 ? [`sent ${result.sends} times`] : []),
  ].join(' · ')
}

function timesLine({ elapsedMs, responseMs, receivedBytes, requests }: RunSummary): string {
  const rate = elapsedMs > 0 ? ` · ${requestRate(requests, elapsedMs)}` : ''
  const average =
    responseMs.count === 0 ? '' : ` · ${formatDuration(responseMs.total / responseMs.count)} on average`
  return `${formatDuration(elapsedMs)}${average}${rate} · ${formatSize(receivedBytes)} received`
}

/**
 * Puts each line of text from outside after a bar, so that none looks like a line of Parley or is a command
 * to a pipeline.
 */
function block(paint: (text: string) => string, text: string): string {
  return harmlessWithinLog(text)
    .split('\n')
    .map(line => `        ${paint(`│ ${line}`)}\n`)
    .join('')
}
