import { gzipSync } from 'node:zlib'

import type { HeadFault } from './response-head.ts'

/** What Parley makes of an answer: a body and what its notices name, or a failure. */
type Outcome =
  | { readonly body: Buffer; readonly faults: readonly (HeadFault | NotCoded)[] }
  | { readonly code: string }
type NotCoded = `not valid ${string}`

/** An answer of a server, and what clients make of it. */
export interface FaultyAnswer {
  readonly name: string
  readonly answer: Buffer
  /** What `curl --compressed` 7.88 prints, or the code with which it exits. */
  readonly curl: string | number
  /** What Chromium 156 shows as text, or the error that it names, also after a part of the body. */
  readonly browser: string
  readonly parley: Outcome
  /** Why Parley does not do the same. */
  readonly because: string | null
}

const ok = 'HTTP/1.1 200 OK\r\n'
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const gzipped = gzipSync('hello')
const withRubbish = Buffer.concat([gzipped, latin1('rubbish')])
const coded = (coding: string, content: string | Uint8Array) =>
  Buffer.concat([
    latin1(`${ok}Content-Encoding: ${coding}\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n`),
    Buffer.from(content),
  ])
const asked = 'Asked to decompress, curl gives up; otherwise it prints the body as it came.'

const reads = (body: string | Uint8Array, ...faults: readonly (HeadFault | NotCoded)[]): Outcome => ({
  body: Buffer.from(body),
  faults,
})
const refuses = (code: string): Outcome => ({ code })

type Row = readonly [
  name: string,
  answer: string | Uint8Array,
  curl: string | number,
  browser: string,
  parley: Outcome,
  because?: string,
]

const rows: readonly Row[] = [
  [
    'both lengths',
    `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    reads('ok', 'lengthAndChunks'),
  ],
  [
    'both lengths, the length last',
    `${ok}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    reads('ok', 'lengthAndChunks'),
  ],
  [
    'both lengths, the right length',
    `${ok}Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    reads('ok', 'lengthAndChunks'),
  ],
  [
    'both lengths in capitals',
    `${ok}CONTENT-LENGTH: 3\r\nTRANSFER-ENCODING: CHUNKED\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    reads('ok', 'lengthAndChunks'),
  ],
  [
    'chunks beside two different lengths',
    `${ok}Content-Length: 3\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    reads('ok', 'lengthAndChunks'),
  ],
  [
    'chunks beside a length that is no number',
    `${ok}Content-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    8,
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
  ],
  [
    'two equal lengths',
    `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'repeatedLength'),
  ],
  [
    'three equal lengths',
    `${ok}Content-Length: 2\r\nX: y\r\ncontent-length:2\r\nCONTENT-LENGTH:  2 \r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'repeatedLength'),
  ],
  [
    'a list of equal lengths',
    `${ok}Content-Length: 2, 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'repeatedLength'),
  ],
  [
    'two different lengths',
    `${ok}Content-Length: 2\r\nContent-Length: 4\r\n\r\nokok`,
    'okok',
    'net::ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH',
    refuses('HPE_UNEXPECTED_CONTENT_LENGTH'),
    'The lengths contradict each other.',
  ],
  [
    'a list of different lengths',
    `${ok}Content-Length: 2, 4\r\n\r\nokok`,
    'ok',
    'net::ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
    'The lengths contradict each other.',
  ],
  [
    'a length that is no number',
    `${ok}Content-Length: two\r\n\r\nok`,
    8,
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
  ],
  [
    'a length with a unit',
    `${ok}Content-Length: 2bytes\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
    'It is no length (RFC 9110 §8.6).',
  ],
  ['a negative length', `${ok}Content-Length: -2\r\n\r\nok`, 8, 'ok', refuses('HPE_INVALID_CONTENT_LENGTH')],
  [
    'a length with a plus',
    `${ok}Content-Length: +2\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
    'It is no length (RFC 9110 §8.6).',
  ],
  ['an empty length', `${ok}Content-Length: \r\n\r\nok`, 8, 'ok', refuses('HPE_INVALID_CONTENT_LENGTH')],
  [
    'a length above 64 bits',
    `${ok}Content-Length: 99999999999999999999\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
    'No parser can count so far.',
  ],
  [
    'lines that end in LF',
    'HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 2\n\nok',
    'ok',
    'ok',
    reads('ok', 'lineFeeds'),
  ],
  [
    'an LF after the status line alone',
    'HTTP/1.1 200 OK\nContent-Length: 2\r\n\r\nok',
    'ok',
    'ok',
    reads('ok', 'lineFeeds'),
  ],
  [
    'an LF after one header alone',
    `${ok}X: y\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'lineFeeds'),
  ],
  ['an empty line of LF alone', `${ok}Content-Length: 2\r\n\nok`, 'ok', 'ok', reads('ok', 'lineFeeds')],
  [
    'LF everywhere, in chunks',
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n1\n!\n0\n\n',
    'ok!',
    'ok!',
    reads('ok!', 'lineFeeds'),
  ],
  [
    'LF everywhere, with trailers',
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\nX: y\n\n',
    'ok',
    'ok',
    reads('ok', 'lineFeeds'),
  ],
  ['LF everywhere, until the end', 'HTTP/1.1 200 OK\nX: y\n\nok', 'ok', 'ok', reads('ok', 'lineFeeds')],
  [
    'LF in the interim response',
    `HTTP/1.1 103 Early Hints\nLink: </a>\n\n${ok}Content-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'lineFeeds'),
  ],
  [
    'LF in chunks alone',
    `${ok}Transfer-Encoding: chunked\r\n\r\n2\nok\n0\n\n`,
    'ok',
    'ok',
    refuses('HPE_CR_EXPECTED'),
    'Only a server that ends the lines of its head with LF is expected to do so in chunks.',
  ],
  ['CR without LF', 'HTTP/1.1 200 OK\rContent-Length: 2\r\rok', 52, '', refuses('ECONNRESET')],
  [
    'CR twice before LF',
    'HTTP/1.1 200 OK\r\r\nContent-Length: 2\r\r\n\r\nok',
    'ok',
    'ok',
    refuses('HPE_STRICT'),
    'No rule says what it means.',
  ],
  ['a folded header', `${ok}X: a\r\n b\r\nContent-Length: 2\r\n\r\nok`, 'ok', 'ok', reads('ok', 'folded')],
  [
    'a header folded with tabs, twice',
    `${ok}X: a\r\n\tb\r\n\t\tc\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'folded'),
  ],
  [
    'a header whose value is on the second line',
    `${ok}Content-Length:\r\n 2\r\n\r\nok`,
    8,
    'ok',
    reads('ok', 'folded'),
    'The value is that of the unfolded line (RFC 9112 §5.2).',
  ],
  [
    'a folded header with LF',
    'HTTP/1.1 200 OK\nX: a\n b\nContent-Length: 2\n\nok',
    'ok',
    'ok',
    reads('ok', 'lineFeeds', 'folded'),
  ],
  [
    'a folded line before any header',
    `${ok} X: y\r\nContent-Length: 2\r\n\r\nok`,
    43,
    'ok',
    refuses('HPE_UNEXPECTED_SPACE'),
  ],
  [
    'a folded line of blanks',
    `${ok}X: y\r\n  \r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'folded'),
  ],
  ['a space before a colon', `${ok}X : y\r\nContent-Length: 2\r\n\r\nok`, 'ok', 'ok', reads('ok', 'spaced')],
  [
    'a space before the colon of the length',
    `${ok}Content-Length : 2\r\n\r\nok`,
    'ok',
    'ok',
    reads('ok', 'spaced'),
  ],
  ['a tab before a colon', `${ok}X\t: y\r\nContent-Length: 2\r\n\r\nok`, 'ok', 'ok', reads('ok', 'spaced')],
  [
    'a space before the colon of the coding',
    `${ok}Transfer-Encoding : chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    '2\r\nok\r\n0\r\n\r\n',
    'ok',
    reads('ok', 'spaced'),
    'The name is the same without the space, so the content is in chunks.',
  ],
  [
    'several faults',
    'HTTP/1.1 200 OK\nX : a\n b\nContent-Length: 2\nContent-Length: 2\n\nok',
    'ok',
    'ok',
    reads('ok', 'lineFeeds', 'folded', 'spaced', 'repeatedLength'),
  ],
  [
    'a space in a name',
    `${ok}X Y: z\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_HEADER_TOKEN'),
    'It is no name (RFC 9110 §5.1).',
  ],
  [
    'a header without a colon',
    `${ok}nonsense\r\nContent-Length: 2\r\n\r\nok`,
    8,
    'ok',
    refuses('HPE_INVALID_HEADER_TOKEN'),
  ],
  [
    'a header without a name',
    `${ok}: y\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_HEADER_TOKEN'),
    'It is no name (RFC 9110 §5.1).',
  ],
  [
    'a NUL in a header',
    `${ok}X: a\0b\r\nContent-Length: 2\r\n\r\nok`,
    8,
    'net::ERR_INVALID_HTTP_RESPONSE',
    refuses('HPE_INVALID_HEADER_TOKEN'),
  ],
  [
    'a control character in a header',
    `${ok}X: a\u0001b\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_HEADER_TOKEN'),
    'Parsers must refuse it (RFC 9110 §5.5).',
  ],
  [
    'an umlaut in a name',
    latin1(`${ok}X\xfc: y\r\nContent-Length: 2\r\n\r\nok`),
    'ok',
    'ok',
    refuses('HPE_INVALID_HEADER_TOKEN'),
    'It is no name (RFC 9110 §5.1).',
  ],
  ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 'ok', 'ok', reads('ok')],
  [
    'two spaces before the status',
    'HTTP/1.1  200 OK\r\nContent-Length: 2\r\n\r\nok',
    'ok',
    'ok',
    refuses('HPE_INVALID_STATUS'),
    'It is no status line (RFC 9112 §4).',
  ],
  [
    'a status of two digits',
    'HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok',
    1,
    'ok',
    refuses('HPE_INVALID_STATUS'),
  ],
  [
    'a status of four digits',
    'HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok',
    1,
    'ok',
    refuses('HPE_INVALID_STATUS'),
  ],
  ['the status 000', 'HTTP/1.1 000 None\r\nContent-Length: 2\r\n\r\nok', 1, 'ok', refuses('INVALID_STATUS')],
  [
    'the version 1.2',
    'HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok',
    1,
    'ok',
    refuses('HPE_INVALID_VERSION'),
  ],
  [
    'the version in small letters',
    'http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    'ok',
    'ok',
    refuses('HPE_INVALID_CONSTANT'),
    'The name of HTTP is case-sensitive (RFC 9112 §2.3).',
  ],
  [
    'a version of ICY',
    'ICY 200 OK\r\nContent-Length: 2\r\n\r\nok',
    1,
    'ICY 200 OK\nContent-Length: 2\n\nok',
    refuses('HPE_INVALID_CONSTANT'),
  ],
  [
    'another protocol',
    'SSH-2.0-OpenSSH_9.2\r\n',
    1,
    'net::ERR_INVALID_HTTP_RESPONSE',
    refuses('HPE_INVALID_CONSTANT'),
  ],
  [
    'empty lines before the status line',
    `\r\n\r\n${ok}Content-Length: 2\r\n\r\nok`,
    1,
    'ok',
    reads('ok'),
    'Parsers skip them (RFC 9112 §2.2), which leaves no doubt.',
  ],
  ['more than its length', `${ok}Content-Length: 2\r\n\r\nokEXTRA`, 'ok', 'ok', reads('ok')],
  [
    'less than its length',
    `${ok}Content-Length: 9\r\n\r\nok`,
    18,
    'net::ERR_CONTENT_LENGTH_MISMATCH',
    refuses('INCOMPLETE_RESPONSE'),
  ],
  [
    'a chunk without an end',
    `${ok}Transfer-Encoding: chunked\r\n\r\n9\r\nok`,
    18,
    'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
    refuses('INCOMPLETE_RESPONSE'),
  ],
  [
    'a chunk size that is none',
    `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n`,
    56,
    'net::ERR_INVALID_CHUNKED_ENCODING',
    refuses('HPE_INVALID_CHUNK_SIZE'),
  ],
  [
    'spaces after a chunk size',
    `${ok}Transfer-Encoding: chunked\r\n\r\n2  \r\nok\r\n0\r\n\r\n`,
    'ok',
    'ok',
    refuses('HPE_INVALID_CHUNK_SIZE'),
    'It is no chunk size (RFC 9112 §7.1).',
  ],
  [
    'no last chunk',
    `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`,
    18,
    'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
    refuses('INCOMPLETE_RESPONSE'),
  ],
  [
    'a coding that is not chunked',
    `${ok}Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok`,
    'ok',
    'ok',
    refuses('HPE_INVALID_CONTENT_LENGTH'),
    'Such a response ends with the connection (RFC 9112 §6.3), against its length.',
  ],
  [
    'no gzip',
    coded('gzip', 'not gzip!'),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('not gzip!', 'not valid gzip'),
    asked,
  ],
  [
    'no gzip, one byte',
    coded('gzip', '1'),
    '',
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('1', 'not valid gzip'),
    asked,
  ],
  [
    'no deflate',
    coded('deflate', 'not deflate'),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('not deflate', 'not valid deflate'),
    asked,
  ],
  [
    'no brotli',
    coded('br', 'not brotli'),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('not brotli', 'not valid br'),
    asked,
  ],
  [
    'no zstd',
    coded('zstd', 'not zstd'),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('not zstd', 'not valid zstd'),
    asked,
  ],
  [
    'gzip, said to be brotli',
    coded('br', gzipped),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads(gzipped, 'not valid br'),
    asked,
  ],
  [
    'gzip once, said to be twice',
    coded('gzip, gzip', gzipped),
    61,
    'net::ERR_CONTENT_DECODING_FAILED',
    reads('hello', 'not valid gzip'),
    asked,
  ],
  [
    'gzip with rubbish behind it',
    coded('gzip', withRubbish),
    23,
    'hello',
    reads(withRubbish, 'not valid gzip'),
    asked,
  ],
]

/** Answers with faults that servers are known for, and some that nobody may read. */
export const faultyAnswers: readonly FaultyAnswer[] = rows.map(
  ([name, answer, curl, browser, parley, because = null]) => ({
    name,
    answer: typeof answer === 'string' ? latin1(answer) : Buffer.from(answer),
    curl,
    browser,
    parley,
    because,
  }),
)
