import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeSendFailure } from './describe-send-failure.ts'
import type { SendFailure, SendFailureKind } from './send-failure.ts'

const kinds = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'proxy',
  'protocol',
  'cancelled',
  'script',
  'skipped',
  'template',
  'invalidRequest',
  'refused',
  'file',
  'authorization',
] as const satisfies readonly SendFailureKind[]

/** The compiler refuses this where `kinds` misses one. */
type IsWhole = Exclude<SendFailureKind, (typeof kinds)[number]> extends never ? true : false
const kindsAreWhole: IsWhole = true

/** Codes with sentences of their own, and the part of the failure that the sentence names. */
const codes: readonly (readonly [code: string, names: 'address' | 'host' | 'subject' | 'nothing'])[] = [
  ['ECONNREFUSED', 'address'],
  ['ENOTFOUND', 'host'],
  ['EAI_AGAIN', 'host'],
  ['ECONNRESET', 'address'],
  ['EPIPE', 'address'],
  ['ETIMEDOUT', 'address'],
  ['EHOSTUNREACH', 'address'],
  ['ENETUNREACH', 'address'],
  ['CERT_HAS_EXPIRED', 'address'],
  ['CERT_NOT_YET_VALID', 'address'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'address'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'address'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'address'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'address'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'address'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'address'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'address'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'address'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'address'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'address'],
  ['HPE_HEADER_OVERFLOW', 'address'],
  ['HPE_INVALID_CHUNK_SIZE', 'address'],
  ['HPE_INVALID_CONTENT_LENGTH', 'address'],
  ['HPE_UNEXPECTED_CONTENT_LENGTH', 'address'],
  ['HPE_INVALID_TRANSFER_ENCODING', 'address'],
  ['INVALID_STATUS', 'subject'],
  ['ERR_HTTP_TRAILER_INVALID', 'nothing'],
  ['PROXY_UNREACHABLE', 'subject'],
  ['PROXY_AUTHENTICATION_REQUIRED', 'subject'],
  ['PROXY_CREDENTIALS_REJECTED', 'subject'],
  ['PROXY_SIGN_IN_NOT_SUPPORTED', 'subject'],
  ['PROXY_REFUSED', 'subject'],
  ['PROXY_CANNOT_REACH', 'address'],
  ['PROXY_TIMEOUT', 'subject'],
  ['PROXY_CLOSED', 'subject'],
  ['PROXY_NOT_HTTP', 'subject'],
  ['PROXY_NOT_SOCKS', 'subject'],
  ['PROXY_TLS_FAILED', 'subject'],
  ['PROXY_NOT_CONFIGURED', 'nothing'],
  ['PAC_FAILED', 'subject'],
  ['PROXY_NOT_DETECTED', 'nothing'],
  ['PROXY_ADDRESS_INVALID', 'subject'],
  ['CERTIFICATE_FILE_UNREADABLE', 'subject'],
  ['CLIENT_CERTIFICATE_OUTDATED', 'nothing'],
  ['CLIENT_CERTIFICATE_REFUSED', 'subject'],
  ['CLIENT_CERTIFICATE_REQUIRED', 'address'],
  ['TLS_HANDSHAKE_REFUSED', 'address'],
  ['CLIENT_CERTIFICATE_UNUSABLE', 'subject'],
  ['BODY_NOT_STORED', 'subject'],
  ['VARIABLE_TOO_LARGE', 'subject'],
  ['CONNECT_TIMEOUT', 'address'],
  ['REQUEST_TIMEOUT', 'address'],
  ['INVALID_URL', 'subject'],
  ['UNSUPPORTED_SCHEME', 'subject'],
  ['SOCKET_FILE', 'nothing'],
  ['INVALID_METHOD', 'subject'],
  ['INVALID_HEADER_NAME', 'subject'],
  ['INVALID_HEADER_VALUE', 'subject'],
  ['VARIABLE_CYCLE', 'subject'],
  ['VARIABLE_TOO_DEEP', 'subject'],
  ['UNKNOWN_HOST_VARIABLE', 'subject'],
  ['MISSING_PATH_VARIABLE', 'subject'],
  ['SECRET_HOST_NOT_ALLOWED', 'subject'],
  ['SECRET_MISSING', 'subject'],
  ['DEMO_NOT_RUNNING', 'nothing'],
  ['INTERNAL_ERROR', 'nothing'],
  ['OWN_ADDRESS', 'address'],
  ['LINK_LOCAL_ADDRESS', 'address'],
  ['SCRIPT_ERROR', 'subject'],
  ['SCRIPT_TIMEOUT', 'subject'],
  ['SCRIPT_OUT_OF_MEMORY', 'nothing'],
  ['VARIABLE_WITHHELD', 'subject'],
  ['FILE_NOT_READ', 'subject'],
  ['FILE_NOT_PICKED', 'subject'],
  ['FILE_NOT_ALLOWED', 'subject'],
  ['FILE_CHANGED', 'subject'],
  ['FRAMED_TWICE', 'subject'],
  ['CONTENT_LENGTH_WRONG', 'subject'],
  ['TRANSFER_ENCODING_WRONG', 'subject'],
  ['SECRET_REDIRECT_NOT_ALLOWED', 'subject'],
  ['NO_FILE_SELECTED', 'subject'],
  ['INVALID_PART_CONTENT_TYPE', 'subject'],
  ['INVALID_GRAPHQL_VARIABLES', 'nothing'],
  ['INVALID_GRAPHQL_EXTENSIONS', 'nothing'],
  ['NO_PLACE_FOR_UPLOAD', 'subject'],
  ['SUBSCRIPTION_TRANSPORT_UNKNOWN', 'subject'],
  ['SUBSCRIPTION_SUBPROTOCOL', 'subject'],
  ['SUBSCRIPTION_REFUSED', 'subject'],
  ['INHERITED_NOT_READ', 'subject'],
  ['SUBSCRIPTION_FAILED', 'subject'],
  ['SUBSCRIPTION_CLOSED', 'subject'],
  ['SUBSCRIPTION_PROTOCOL_ERROR', 'subject'],
  ['INVALID_CONNECTION_PARAMS', 'nothing'],
  ['NO_CODE_FOR_WEBSOCKETS', 'nothing'],
  ['UPLOAD_WITH_WEBSOCKET', 'nothing'],
  ['UPLOAD_WITH_GET', 'nothing'],
  ['DECODED_TOO_LARGE', 'subject'],
  ['TOO_MANY_INTERIM', 'subject'],
  ['KEPT_CONNECTION_CLOSED', 'address'],
  ['TLS_EMPTY_RECORDS', 'address'],
  ['HTTP2_NOT_SPOKEN', 'address'],
  ['HTTP2_STREAM_REFUSED', 'address'],
  ['HTTP2_STREAM_RESET', 'address'],
  ['STREAM_IDLE', 'address'],
  ['INVALID_STREAM_LIMIT', 'subject'],
  ['WEBSOCKET_NEEDED', 'nothing'],
  ['WEBSOCKET_NOT_SUPPORTED', 'nothing'],
  ['WEBSOCKET_NOT_UPGRADED', 'subject'],
  ['WEBSOCKET_SUBPROTOCOL', 'subject'],
  ['WEBSOCKET_EXTENSION', 'subject'],
  ['WEBSOCKET_CLOSED', 'nothing'],
  ['WEBSOCKET_BROKEN', 'address'],
  ['WEBSOCKET_PROTOCOL_ERROR', 'subject'],
  ['WEBSOCKET_MESSAGE_TOO_LARGE', 'subject'],
  ['WEBSOCKET_PONG_TIMEOUT', 'subject'],
  ['INVALID_BASE64', 'subject'],
  ['INVALID_HEX', 'subject'],
  ['GRPC_NEEDED', 'nothing'],
  ['GRPC_NOT_SUPPORTED', 'nothing'],
  ['GRPC_SOCKET_FILE', 'nothing'],
  ['GRPC_AUTH_IN_QUERY', 'nothing'],
  ['GRPC_QUERY', 'nothing'],
  ['GRPC_METHOD_MISSING', 'nothing'],
  ['GRPC_METHOD_UNKNOWN', 'subject'],
  ['GRPC_DEFINITION', 'subject'],
  ['GRPC_DEFINITION_OUTSIDE', 'subject'],
  ['GRPC_REFLECTION', 'subject'],
  ['GRPC_SYMBOL_UNKNOWN', 'subject'],
  ['GRPC_MESSAGE_INVALID', 'subject'],
  ['GRPC_METADATA_RESERVED', 'subject'],
  ['GRPC_METADATA_NOT_BASE64', 'subject'],
  ['GRPC_BODY_BY_SCRIPT', 'nothing'],
  ['GRPC_CALL_ENDED', 'nothing'],
  ['GRPC_FRAME', 'subject'],
  ['GRPC_MESSAGE_TOO_LARGE', 'subject'],
  ['GRPC_MESSAGE_UNREADABLE', 'subject'],
  ['GRPC_DEADLINE_EXCEEDED', 'subject'],
  ['HTTP2_PROTOCOL_ERROR', 'address'],
  ['HTTP2_SPOKEN', 'address'],
  ['TLS_SPOKEN', 'address'],
  ['ERR_HTTP2_HEADER_SINGLE_VALUE', 'subject'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'address'],
  ['AUTH_NOT_SUPPORTED', 'subject'],
  ['NTLM_NOT_SUPPORTED', 'nothing'],
  ['AUTH_FIELD_MISSING', 'subject'],
  ['AUTH_KEY_INVALID', 'subject'],
  ['AUTH_KEY_FILE', 'subject'],
  ['AUTH_JSON_INVALID', 'subject'],
  ['AUTH_CONTENT_IN_FILE', 'subject'],
  ['NO_TOKEN', 'nothing'],
  ['TOKEN_NOT_RECEIVED', 'subject'],
  ['TOKEN_NOT_GIVEN', 'subject'],
  ['TOO_MANY_REDIRECTS', 'subject'],
  ['INVALID_REDIRECT', 'subject'],
  ['INCOMPLETE_RESPONSE', 'address'],
  ['INVALID_CONTENT_CODING', 'address'],
  ['TOO_MANY_CODINGS', 'subject'],
]

function failure(fields: Partial<SendFailure>): SendFailure {
  const nothing = { code: 'SOMETHING_NEW', step: 'connect', elapsedMs: 0 } as const
  return { ...nothing, kind: 'connect', address: 'host.test:80', subject: 'thePart', ...fields }
}

function expectWhole(described: { readonly sentence: string; readonly nextStep: string }): void {
  for (const text of [described.sentence, described.nextStep]) {
    expect(text).toMatch(/^[A-Z“{a-z].*[.?]$/s)
    expect(text).not.toMatch(/undefined|NaN|null|\[object|\s{2}|\s[.,]/)
  }
}

describe('describeSendFailure', () => {
  it('is tested for every kind', () => {
    expect(kindsAreWhole).toBe(true)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it.each(kinds)('has whole sentences for the kind %s, whatever its code', kind => {
    expectWhole(describeSendFailure(failure({ kind })))
  })

  it('is tested for every code that has its own sentences', () => {
    const folder = new URL('failures/', import.meta.url)
    const source = readdirSync(folder)
      .map(name => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
    const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(match => match[1])
    expect(known.toSorted()).toEqual(codes.map(([code]) => code).toSorted())
  })

  it.each(codes)('has whole sentences for %s that name the %s at fault', (code, names) => {
    const described = describeSendFailure(failure({ code }))
    expectWhole(described)
    const named = { address: 'host.test:80', host: 'host.test', subject: 'thePart', nothing: '' }[names]
    expect(described.sentence).toContain(named)
  })

  it('says something different for each code than for its kind', () => {
    const sentences = codes.map(([code]) => describeSendFailure(failure({ code })).sentence)
    const ofKind = describeSendFailure(failure({})).sentence
    expect(sentences).not.toContain(ofKind)
  })

  it('treats a code that is a property of JavaScript objects as unknown', () => {
    for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(describeSendFailure(failure({ code }))).toEqual(describeSendFailure(failure({})))
    }
  })

  it('calls an empty URL empty', () => {
    expect(describeSendFailure(failure({ code: 'INVALID_URL', subject: '' })).sentence).toBe(
      'The URL is empty.',
    )
  })

  it.each([
    [1_000, '1 second.'],
    [1_004, '1 second.'],
    [10_000, '10 seconds.'],
    [1_500, '1.5 seconds.'],
    [40, '40 ms.'],
  ])('tells %i ms as %s', (elapsedMs, words) => {
    const { sentence } = describeSendFailure(failure({ code: 'REQUEST_TIMEOUT', elapsedMs }))
    expect(sentence.endsWith(` ${words}`)).toBe(true)
  })

  it.each(kinds)('needs neither address nor subject for the kind %s', kind => {
    expectWhole(describeSendFailure(failure({ kind, address: '', subject: '' })))
  })
})
