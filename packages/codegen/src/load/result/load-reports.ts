import { attributeText, markupText } from '@parley/engine/reports'
import { harmlessJson, harmlessWithinLog } from '@parley/model'
import type { LoadFigures, LoadResult } from './load-result.ts'

/** The reports of a load test by name. */
export const loadReports = {
  cli: textReport,
  json: (result: LoadResult) =>
    `${harmlessJson(JSON.stringify({ schemaVersion: 1, kind: 'load', ...result }, null, 2))}\n`,
  junit: junitReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, (result: LoadResult) => string>>

export type LoadReportName = keyof typeof loadReports

const columns = ['Requests', 'Failed', '/s', 'Median', '95 %', '99 %', 'Max'] as const

function cellsOf({
  count,
  failures,
  perSecond,
  medianMs,
  p95Ms,
  p99Ms,
  maxMs,
}: LoadFigures): readonly string[] {
  const times = [medianMs, p95Ms, p99Ms, maxMs].map(ms => `${Math.round(ms)} ms`)
  return [String(count), String(failures), perSecond.toFixed(1), ...times]
}

/** A table of the figures, then why requests failed, and the thresholds. */
function textReport(result: LoadResult): string {
  const { requests, total, errors, thresholds } = result
  const line = (text: string) => harmlessWithinLog(text).split('\n').join(' ')
  const rows = [
    ['', ...columns],
    ...[...requests, total].map(one => [line(`${one.method} ${one.name}`.trim()), ...cellsOf(one)]),
  ]
  const widths = rows
    .map(([, ...cells]) => cells)
    .reduce(
      (most, cells) => cells.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
      columns.map(() => 0),
    )
  const nameWidth = Math.max(...rows.map(([name = '']) => name.length))
  const table = rows.map(([name = '', ...cells]) =>
    [name.padEnd(nameWidth), ...cells.map((cell, at) => cell.padStart(widths[at] ?? 0))].join('  ').trimEnd(),
  )
  const failed = errors.map(({ name, method, error, count }) =>
    line(`${count} × ${`${method} ${name}`.trim()}: ${error}`),
  )
  const judged = thresholds.map(
    ({ threshold, figure, isMet }) => `${isMet ? 'Met' : 'Not met'}: ${threshold} (it is ${figure})`,
  )
  return [table, failed, judged]
    .filter(({ length }) => length > 0)
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}

/** A case for each request and each threshold. With thresholds, a request that failed sometimes is no failure. */
function junitReport({ name, seconds, requests, errors, thresholds }: LoadResult): string {
  const requestCases = requests.map(one => {
    const own = errors.filter(error => error.name === one.name && error.method === one.method)
    const isFailure = one.failures > 0 && thresholds.length === 0
    const message = `${one.failures} of ${one.count} requests failed`
    return caseOf('requests', `${one.method} ${one.name}`, one.averageMs / 1000, isFailure ? message : null, [
      message,
      ...own.map(({ count, error }) => `${count} × ${error}`),
    ])
  })
  const thresholdCases = thresholds.map(({ threshold, figure, isMet }) =>
    caseOf('thresholds', threshold, 0, isMet ? null : `it is ${figure}`, []),
  )
  const cases = [...requestCases, ...thresholdCases]
  const failures = cases.filter(({ isFailure }) => isFailure).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds.toFixed(3)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="parley load" ${counts}>
  <testsuite name="${attributeText(name)}" ${counts}>
${cases.map(({ xml }) => xml).join('')}  </testsuite>
</testsuites>
`
}

function caseOf(
  className: string,
  name: string,
  seconds: number,
  failure: string | null,
  details: readonly string[],
) {
  const head = `    <testcase name="${attributeText(name)}" classname="${className}" time="${seconds.toFixed(3)}"`
  const body =
    failure === null
      ? '/>\n'
      : `><failure message="${attributeText(failure)}" type="LoadFailure">${markupText(details.join('\n'))}</failure></testcase>\n`
  return { isFailure: failure !== null, xml: head + body }
}

const style = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1080px;margin:32px auto;padding:0 16px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:right;padding:6px 8px;border-bottom:1px solid light-dark(#e8e9ec,#2d2f34)}th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}.no{color:light-dark(#bc2c30,#f7857d)}.ok{color:light-dark(#09733a,#75d291)}`

/** One page that loads nothing and runs no script. */
function htmlReport(result: LoadResult): string {
  const { name, engine, startedAt, seconds, users, requests, total, errors, thresholds, isPassed } = result
  const word = isPassed ? 'Passed' : 'Failed'
  const started = `${new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const row = (one: LoadFigures) =>
    `<tr><td>${markupText(`${one.method} ${one.name}`.trim())}</td>${cellsOf(one)
      .map(cell => `<td>${cell}</td>`)
      .join('')}</tr>\n`
  const items = [
    ...thresholds.map(
      ({ threshold, figure, isMet }) =>
        `<li class="${isMet ? 'ok' : 'no'}">${isMet ? 'Met' : 'Not met'}: ${markupText(threshold)} (it is ${figure})</li>`,
    ),
    ...errors.map(
      one => `<li class="no">${one.count} × ${markupText(`${one.method} ${one.name}: ${one.error}`)}</li>`,
    ),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${word}: ${markupText(name)}</title>
<style>${style}</style>
</head>
<body>
<h1><span class="${isPassed ? 'ok' : 'no'}">${word}</span> ${markupText(name)}</h1>
<p>${users} users for ${Math.round(seconds)} s with ${markupText(engine)}. ${started}.</p>
<table>
<tr><th>Request</th>${columns.map(column => `<th>${column}</th>`).join('')}</tr>
${[...requests, total].map(row).join('')}</table>
<ul>${items.join('\n')}</ul>
</body>
</html>
`
}
