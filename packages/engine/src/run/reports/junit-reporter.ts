import type { RunSummary } from '../run-events.ts'
import { attributeText, markupText } from './markup-text.ts'
import type { ReportedResult } from './reported-result.ts'
import type { Reporter } from './reporter.ts'
import { methodWords, scriptErrorText, skipReasonOf } from './result-facts.ts'

/**
 * Writes JUnit XML for continuous integration: a suite per request, a case per test, and one case for a
 * request without tests.
 */
export function junitReporter(): Reporter {
  const totals: Totals = { tests: 0, failure: 0, error: 0, skipped: 0 }
  return {
    isLive: false,
    head: summary =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${rootAttributes(totals, summary)}>\n`,
    entry: result => suiteOf(result, casesOf(result), totals),
    foot: () => '</testsuites>\n',
  }
}

type Totals = Record<'tests' | Exclude<Case['kind'], 'passed'>, number>

function rootAttributes({ tests, failure, error, skipped }: Totals, summary: RunSummary | null): string {
  const time = seconds(summary?.elapsedMs ?? 0)
  return attributes({ name: 'parley run', tests, failures: failure, errors: error, skipped, time })
}

interface Case {
  readonly name: string
  readonly body: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** How long a test took; null if it was not measured; absent: the case is the request itself. */
  readonly tookMs?: number | null
}

function suiteOf(result: ReportedResult, cases: readonly Case[], totals: Totals): string {
  totals.tests += cases.length
  for (const { kind } of cases) if (kind !== 'passed') totals[kind] += 1
  const of = (kind: Case['kind']) => cases.filter(one => one.kind === kind).length
  const name = [...result.path, result.name].join(' / ')
  const time = seconds(result.timings?.totalMs ?? 0)
  const suite = attributes({
    name: result.iteration === 0 ? name : `${name} [${result.iteration + 1}]`,
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
    timestamp: new Date(result.startedAt).toISOString().replace(/\.\d+Z$/, ''),
    hostname: 'localhost',
    time,
  })
  const lines = cases.map(one => {
    const own = one.tookMs == null ? time : seconds(one.tookMs)
    const head = attributes({ name: one.name, classname: name, time: own })
    return one.body === '' ? `    <testcase${head}/>\n` : `    <testcase${head}>${one.body}</testcase>\n`
  })
  return `  <testsuite${suite}>\n${lines.join('')}  </testsuite>\n`
}

function casesOf(result: ReportedResult): readonly Case[] {
  const { tests, url, failure } = result
  const request = `${methodWords(result)} ${url}`
  const reason = skipReasonOf(result)
  if (failure !== null) {
    const body = fault('error', failure.code, `${failure.sentence} ${failure.nextStep}`)
    return [{ name: request, body, kind: 'error' }]
  }
  if (reason !== '')
    return [{ name: request, body: `<skipped${attributes({ message: reason })}/>`, kind: 'skipped' }]
  const cases: Case[] = tests.map(({ name, passed, reason, tookMs }) =>
    passed
      ? { name, tookMs, body: '', kind: 'passed' }
      : { name, tookMs, body: fault('failure', 'AssertionError', reason ?? ''), kind: 'failure' },
  )
  for (const error of result.scriptErrors)
    cases.push({ name: 'script', body: fault('error', 'ScriptError', scriptErrorText(error)), kind: 'error' })
  return cases.length > 0 ? cases : [{ name: request, body: '', kind: 'passed' }]
}

function fault(kind: 'failure' | 'error', type: string, message: string): string {
  const [firstLine = ''] = message.split('\n')
  return `<${kind}${attributes({ message: firstLine, type })}>${markupText(message)}</${kind}>`
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('')
}

function seconds(ms: number): string {
  return (Math.max(0, ms) / 1000).toFixed(3)
}
