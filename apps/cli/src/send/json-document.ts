import type { SendOutcome } from '@parley/engine'
import { noticesDocument, noticesOfSend, testsDocument } from '@parley/engine/reports'
import type {
  ConnectionInfo,
  Hop,
  InterimResponse,
  Notice,
  Response,
  SentRequest,
  TestReport,
  Timings,
} from '@parley/model'
import type { KeptBody } from '../output/body-target.ts'
import type { DescribedFailure } from '../output/described-failure.ts'
import { noticeSentence } from './notice-sentence.ts'

/** Everything known about a send once it has ended. */
export interface EndedSend {
  readonly outcome: SendOutcome
  readonly failure: DescribedFailure | null
  readonly body: KeptBody | null
}

/** Increased when readers of the documents would no longer understand them. */
const schemaVersion = 1

/** Returns the output of `--json-output`; docs/schemas/parley-send.schema.json describes it. */
export function jsonDocument({ outcome, failure, body }: EndedSend): string {
  const known = outcome.ok ? outcome.value.exchange : outcome.failure.attempt
  const response = outcome.ok ? outcome.value.exchange.response : outcome.failure.response
  const document = {
    schemaVersion,
    request: known?.request ? requestOf(known.request) : null,
    response: response && responseOf(response, body),
    timings: known && timingsOf(known.timings),
    hops: (known?.hops ?? []).map(hopOf),
    connection: known?.connection ? connectionOf(known.connection) : null,
    ...noticesDocument(noticesOfSend(outcome), noticeOf),
    failure: failure && { ...failure, received: failure.received ?? null },
    ...testsDocument(testsOf(outcome)),
  }
  return JSON.stringify(document, null, 2)
}

function testsOf(outcome: SendOutcome): TestReport {
  if (outcome.ok) return outcome.value.tests
  const { scriptError } = outcome.failure.failure
  return { results: [], scriptErrors: scriptError === undefined ? [] : [scriptError] }
}

// Every property is listed explicitly, so that what the engine adds later does not appear in documents
// unnoticed.

function requestOf(request: SentRequest) {
  const { method, targetUri, httpVersion, headers, leftOut, headerBytes, contentBytes } = request
  return { method, url: targetUri, httpVersion, headers, leftOut, headerBytes, contentBytes }
}

function responseOf(response: Response, body: KeptBody | null) {
  const { httpVersion, statusCode, reasonPhrase, headers, trailers, interim, headerBytes, content } = response
  const { mediaType, charset, wireBytes, decodedBytes, isComplete } = content
  return {
    httpVersion,
    statusCode,
    reasonPhrase,
    headers,
    trailers,
    interim: interim.map(interimOf),
    mediaType,
    charset,
    headerBytes,
    wireBytes,
    decodedBytes,
    body: body && { ...bodyOf(body), isComplete },
  }
}

function interimOf({ statusCode, reasonPhrase, headers }: InterimResponse) {
  return { statusCode, reasonPhrase, headers }
}

function bodyOf(body: KeptBody) {
  if (body.kind === 'file') return { file: body.path, bytes: body.sizeBytes }
  const text = utf8Text(body.bytes)
  const bytes = body.bytes.byteLength
  return text === null
    ? { encoding: 'base64', data: Buffer.from(body.bytes).toString('base64'), bytes }
    : { encoding: 'utf-8', text, bytes }
}

/** Returns null if the bytes are not UTF-8. A byte order mark stays. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function timingsOf(timings: Timings) {
  const { startedAt, dnsMs, connectMs, tlsMs, waitingMs, downloadMs, totalMs } = timings
  const { preRequestMs = null, postResponseMs = null } = timings
  return {
    startedAt,
    dnsMs: rounded(dnsMs),
    connectMs: rounded(connectMs),
    tlsMs: rounded(tlsMs),
    waitingMs: rounded(waitingMs),
    downloadMs: rounded(downloadMs),
    totalMs: rounded(totalMs),
    preRequestMs,
    postResponseMs,
  }
}

/** Rounds to microseconds, as further digits mean nothing. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1000) / 1000
}

function hopOf({ method, targetUri, statusCode, location, repeatedWith }: Hop) {
  return { method, url: targetUri, statusCode, location, repeatedWith }
}

function connectionOf({ remoteAddress, remotePort, isReused, proxy, tls }: ConnectionInfo) {
  if (tls === null) return { remoteAddress, remotePort, isReused, proxy, tls }
  const { protocol, cipher } = tls
  const certificates = tls.certificates.map(({ subject, issuer, validFrom, validTo }) => ({
    subject,
    issuer,
    validFrom,
    validTo,
  }))
  return { remoteAddress, remotePort, isReused, proxy, tls: { protocol, cipher, certificates } }
}

function noticeOf(notice: Notice) {
  const names = 'names' in notice ? notice.names : []
  return { code: notice.code, sentence: noticeSentence(notice), names }
}
