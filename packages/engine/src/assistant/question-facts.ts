import {
  describeSendFailure,
  type Exchange,
  formatDuration,
  type HistoryOutcome,
  type HttpRequest,
  type Response,
  type SendAttempt,
  type SentRequest,
  type TestReport,
} from '@parley/model'
import { chosenBody } from '../prepare/body/chosen-body.ts'
import type { QuestionBody, QuestionFacts } from './compose-question.ts'

/** A draft, and what became of its last send; null: nothing was sent. */
export interface AskedAbout {
  readonly request: HttpRequest
  /** In the form of the history, with names of secrets instead of values. */
  readonly outcome: HistoryOutcome | null
  /** The beginning of the response's body; null if it is no text. */
  readonly responseBody: QuestionBody | null
  /** Values of variables that are not secret. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
}

/** Returns what a question about a request can contain. */
export function questionFacts({ request, outcome, responseBody, variables }: AskedAbout): QuestionFacts {
  const exchange = outcome?.state === 'answered' ? outcome.exchange : (outcome?.attempt ?? null)
  const response = responseOf(outcome)
  const requestBody = bodyText(request)
  return {
    requestLine: requestLine(request, outcome, exchange?.request ?? null),
    requestHeaders: headersOf(exchange?.request?.headers ?? request.headers.filter(({ enabled }) => enabled)),
    ...(requestBody === '' ? {} : { requestBody: { text: requestBody, totalBytes: 0 } }),
    script: scriptText(request),
    ...(response === null
      ? {}
      : {
          responseLine: `HTTP/${response.httpVersion} ${response.statusCode} ${response.reasonPhrase}`.trim(),
          responseHeaders: headersOf(response.headers),
        }),
    ...(responseBody === null ? {} : { responseBody }),
    ...(outcome?.state === 'answered' ? { tests: testText(outcome.tests) } : {}),
    ...(exchange === null ? {} : { timeline: timelineText(exchange) }),
    variables,
  }
}

/** Returns the response of a send; null if none came. */
export function responseOf(outcome: HistoryOutcome | null): Response | null {
  if (outcome === null) return null
  return outcome.state === 'answered' ? outcome.exchange.response : outcome.response
}

function requestLine(
  { method, url }: HttpRequest,
  outcome: HistoryOutcome | null,
  sent: SentRequest | null,
): string {
  const line = sent === null ? `${method} ${url}` : `${sent.method} ${sent.targetUri}`
  if (outcome?.state !== 'failed') return line
  const { sentence } = describeSendFailure(outcome.failure)
  return `${line}\n${sentence} (${outcome.failure.code})`
}

function headersOf(fields: readonly { readonly name: string; readonly value: string }[]) {
  return fields.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => ({ name, value }))
}

/** The body as typed: names in it are not filled in. */
function bodyText(request: HttpRequest): string {
  const body = chosenBody(request)
  switch (body.type) {
    case 'raw':
      return body.text
    case 'graphql':
      return [body.query, body.variables].filter(text => text.trim() !== '').join('\n\n')
    case 'urlEncoded':
      return body.fields
        .filter(({ enabled }) => enabled)
        .map(({ name, value }) => `${name}=${value}`)
        .join('\n')
    case 'multipart':
    case 'file':
      return '(a form with parts, or a file)'
    case 'none':
      return ''
  }
}

function scriptText({ scripts: { preRequest, postResponse } }: HttpRequest): string {
  return [
    ...(preRequest.trim() === '' ? [] : [`// Pre Request\n${preRequest}`]),
    ...(postResponse.trim() === '' ? [] : [`// Post Response\n${postResponse}`]),
  ].join('\n\n')
}

function testText({ results, scriptErrors }: TestReport): string {
  return [
    ...results.map(
      test => `${test.passed ? 'passed' : 'failed'}: ${test.name}${test.passed ? '' : `: ${test.reason}`}`,
    ),
    ...scriptErrors.map(
      ({ message, line }) => `Script error: ${message}${line === null ? '' : ` (line ${line})`}`,
    ),
  ].join('\n')
}

function timelineText({ timings, hops }: Pick<Exchange | SendAttempt, 'timings' | 'hops'>): string {
  const phases = {
    'DNS lookup': timings.dnsMs,
    'TCP connection': timings.connectMs,
    'TLS handshake': timings.tlsMs,
    Waiting: timings.waitingMs,
    Download: timings.downloadMs,
    Total: timings.totalMs,
  }
  return [
    ...hops.map(({ method, targetUri, statusCode, location }) =>
      `${method} ${targetUri}: ${statusCode} ${location}`.trim(),
    ),
    ...Object.entries(phases).flatMap(([name, ms]) =>
      ms === null ? [] : [`${name}: ${formatDuration(ms)}`],
    ),
  ].join('\n')
}
