import { formatDuration, formatSize } from '@parley/model'
import type { RunSummary } from '../run-events.ts'
import { htmlStyle } from './html-style.ts'
import { markupText as text } from './markup-text.ts'
import type { ReportedResult, ReportedStatus, ReportedTest } from './reported-result.ts'
import type { Reporter } from './reporter.ts'
import {
  methodWords,
  noticesOf,
  requestCountsOf,
  scriptErrorText,
  skipReasonOf,
  statusWords,
  summaryWords,
  testFactsOf,
} from './result-facts.ts'

/** Writes one self-contained HTML page that loads nothing and runs no script. */
export function htmlReporter(): Reporter {
  let title = ''
  return {
    isLive: false,
    head: summary => (summary === null ? '' : headOf(summary, title)),
    entry(result) {
      title ||= result.path[0] ?? ''
      return rowOf(result)
    },
    foot: () => '</div>\n</main>\n</body>\n</html>\n',
  }
}

function headOf(summary: RunSummary, title: string): string {
  const isGood = summary.state === 'completed' && summary.counts.failed + summary.counts.error === 0
  const name = text(title || 'Run')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${isGood ? 'Passed' : 'Failed'}: ${name}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<header>
<span class="state ${isGood ? 'good' : 'bad'}">${isGood ? 'Passed' : 'Failed'}</span>
<h1>${name}</h1>
<p>${text(summaryWords(summary))}. ${text(timeOf(summary.startedAt))}.</p>
</header>
<dl class="cards">${cardsOf(summary)}</dl>
${barOf(summary)}
<fieldset aria-label="Shown requests"><label><input type="radio" name="shown" checked>All</label><label><input type="radio" name="shown" id="failures">Failures</label></fieldset>
<div class="rows">
`
}

function cardsOf(summary: RunSummary): string {
  const { requests, testsPassed, testsFailed, scriptErrors } = summary
  const { elapsedMs, responseMs, receivedBytes, iterations } = summary
  const { passed, failed, untested } = requestCountsOf(summary)
  const tests = testsPassed + testsFailed
  const average = responseMs.count === 0 ? '–' : formatDuration(responseMs.total / responseMs.count)
  const cards: readonly (readonly [string, string, string])[] = [
    ['Requests', `${requests}`, ''],
    ['Passed', `${passed}`, ''],
    ['Failed', `${failed}`, ''],
    ...(untested === 0 ? [] : [['No tests', `${untested}`, ''] as const]),
    ['Tests', `${testsPassed}`, `of ${tests} passed`],
    ...(scriptErrors === 0 ? [] : [['Script errors', `${scriptErrors}`, ''] as const]),
    ['Iterations', `${iterations}`, ''],
    ['Duration', formatDuration(elapsedMs), ''],
    [
      'Response time',
      average,
      responseMs.count === 0
        ? ''
        : `${formatDuration(responseMs.least)} to ${formatDuration(responseMs.most)}`,
    ],
    ['Received', formatSize(receivedBytes), ''],
  ]
  return cards
    .map(([name, value, more]) => `<div><dt>${name}</dt><dd>${value} <small>${more}</small></dd></div>`)
    .join('')
}

/** Shows the number of requests per status as a bar; the numbers are above it. */
function barOf(summary: RunSummary): string {
  const { passed, failed, untested, skipped, interrupted } = requestCountsOf(summary)
  const parts = Object.entries({ passed, failed, untested, skipped, cancelled: interrupted })
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `<i class="${status}" style="flex-grow:${count}"></i>`)
  return parts.length === 0 ? '' : `<div class="bar" aria-hidden="true">${parts.join('')}</div>`
}

const marks: Readonly<Record<ReportedStatus, readonly [string, string]>> = {
  passed: ['✓', 'Passed'],
  untested: ['○', 'No tests'],
  failed: ['✗', 'Failed'],
  error: ['✗', 'No response'],
  skipped: ['–', 'Skipped'],
  cancelled: ['–', 'Interrupted'],
}

function rowOf(result: ReportedResult): string {
  const { name, url, path, iteration, status } = result
  const [mark, word] = marks[status]
  const isOpen = status === 'failed' || status === 'error' ? ' open' : ''
  const place = [...path, ...(iteration > 0 ? [`iteration ${iteration + 1}`] : [])].join(' / ')
  return `<details class="row ${status}"${isOpen}><summary><span class="mark" role="img" aria-label="${word}">${mark}</span><span class="method">${text(methodWords(result))}</span><span class="name">${text(name || url)}<small>${text(place)}</small></span><span class="facts">${text(factsOf(result))}</span></summary><div class="detail">${detailOf(result)}</div></details>\n`
}

function factsOf(result: ReportedResult): string {
  const { response, timings } = result
  if (response === null || timings === null) return skipReasonOf(result)
  return [
    statusWords(response).split(' ', 1)[0],
    formatDuration(timings.totalMs),
    ...testFactsOf(result),
  ].join(' · ')
}

function detailOf(result: ReportedResult): string {
  const { response, failure, sessionValues: values } = result
  return [
    `<p class="url">${text(result.url)}</p>`,
    ...(response === null
      ? []
      : [
          `<p class="dim">${text(`${statusWords(response)} · HTTP/${response.httpVersion} · ${formatSize(response.decodedBytes)}`)}</p>`,
        ]),
    ...(result.trace === null ? [] : [`<p class="dim">Trace ${text(result.trace.traceId)}</p>`]),
    ...(result.sends > 1 ? [`<p class="dim">Sent ${result.sends} times</p>`] : []),
    ...(failure === null
      ? []
      : [`<pre>${text(`${failure.sentence} (${failure.code})`)}</pre><p>${text(failure.nextStep)}</p>`]),
    ...result.scriptErrors.map(error => `<pre>${text(scriptErrorText(error))}</pre>`),
    ...(result.tests.length === 0 ? [] : [`<ul>${result.tests.map(testOf).join('')}</ul>`]),
    ...noticesOf(result).map(notice => `<p class="dim">Note: ${text(notice)}</p>`),
    ...(values.length === 0
      ? []
      : [
          `<dl class="values">${values.map(one => `<dt>${text(one.name)}</dt><dd>${text(one.text ?? '(removed)')}</dd>`).join('')}</dl>`,
        ]),
  ].join('')
}

function testOf(test: ReportedTest): string {
  return test.passed
    ? `<li><span class="ok" role="img" aria-label="Passed">✓</span>&ensp;${text(test.name)}</li>`
    : `<li><span class="no" role="img" aria-label="Failed">✗</span>&ensp;${text(test.name)}<pre>${text(test.reason ?? '')}</pre></li>`
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
