import type { Describe, DescribedCodes } from './described-codes.ts'
import { duration } from './failure-words.ts'

const describeBrokenFraming: Describe = ({ address }) => ({
  sentence: `${address} does not mark correctly where its response ends.`,
  nextStep:
    'What arrived before is kept. Check the Content-Length and Transfer-Encoding that the server sends.',
})

/** Failures of responses. */
export const responseFailures: DescribedCodes = {
  HPE_HEADER_OVERFLOW: ({ address }) => ({
    sentence: `${address} responded with more than 256 KB of headers.`,
    nextStep: 'Make the server send less; a cookie that grows with each response is the usual cause.',
  }),
  HPE_INVALID_CHUNK_SIZE: describeBrokenFraming,
  HPE_INVALID_CONTENT_LENGTH: describeBrokenFraming,
  HPE_UNEXPECTED_CONTENT_LENGTH: describeBrokenFraming,
  HPE_INVALID_TRANSFER_ENCODING: describeBrokenFraming,
  INVALID_STATUS: ({ address, subject }) => ({
    sentence: `${address} responded with the status ${subject}, which does not exist in HTTP.`,
    nextStep: 'Correct the server: a status has three digits and is at least 100.',
  }),
  BODY_NOT_STORED: ({ subject }) => ({
    sentence: `The response could not be stored on this computer: ${subject}.`,
    nextStep: 'Free some space on the disk, then send again.',
  }),
  REQUEST_TIMEOUT: ({ address, elapsedMs }) => ({
    sentence: `${address} did not respond completely within ${duration(elapsedMs)}.`,
    nextStep: 'Retry, or raise the request timeout.',
  }),
  INTERNAL_ERROR: () => ({
    sentence: 'A bug in Parley stopped this request.',
    nextStep: 'Send it again. If it happens again, report it with what Parley printed in its terminal.',
  }),
  DECODED_TOO_LARGE: ({ subject }) => ({
    sentence: `The response decompresses to more than ${subject}, far beyond what was sent.`,
    nextStep: 'Ask the server for an uncompressed response with Accept-Encoding: identity.',
  }),
  TOO_MANY_INTERIM: ({ address, subject }) => ({
    sentence: `${address} sent more than ${subject} interim responses and no final one.`,
    nextStep: 'Check the log of the server, or of a proxy in front of it.',
  }),
  TLS_EMPTY_RECORDS: ({ address }) => ({
    sentence: `${address} sends TLS records without content and without end.`,
    nextStep: 'Check the server, or a proxy in front of it.',
  }),
  HTTP2_NOT_SPOKEN: ({ address }) => ({
    sentence: `${address} does not speak HTTP/2.`,
    nextStep:
      'Choose HTTP/1.1 or Auto as the HTTP version of the request. A gRPC call needs HTTP/2 or the setting gRPC-Web, and grpcs:// if the port expects TLS.',
  }),
  HTTP2_SPOKEN: ({ address }) => ({
    sentence: `${address} speaks HTTP/2 only.`,
    nextStep: 'Choose HTTP/2 as the HTTP version of the request.',
  }),
  TLS_SPOKEN: ({ address }) => ({
    sentence: `${address} expects TLS.`,
    nextStep: 'Use https:// instead of http:// in the URL.',
  }),
  HTTP2_STREAM_REFUSED: ({ address }) => ({
    sentence: `${address} refused the request without processing it.`,
    nextStep: 'Retry in a moment: servers do this when they are busy or about to stop.',
  }),
  HTTP2_STREAM_RESET: ({ address, subject }) => ({
    sentence: `${address} reset the HTTP/2 stream with the code ${subject}.`,
    nextStep:
      'What arrived is kept. Check the server log, or send again with HTTP/1.1 (a gRPC call with the setting gRPC-Web).',
  }),
  HTTP2_PROTOCOL_ERROR: ({ address }) => ({
    sentence: `What ${address} sent is not valid HTTP/2.`,
    nextStep:
      'What arrived is kept. Send again with HTTP/1.1 as the HTTP version (a gRPC call with the setting gRPC-Web).',
  }),
  TOO_MANY_REDIRECTS: ({ subject }) => ({
    sentence: `The server redirects too often: more than ${subject} times.`,
    nextStep: 'Check the Location headers of the server.',
  }),
  INVALID_REDIRECT: ({ subject }) => ({
    sentence: `The server redirects to “${subject}”, which is not an http or https address.`,
    nextStep: 'Nothing was sent there. Check the Location header of the server.',
  }),
  INCOMPLETE_RESPONSE: ({ address }) => ({
    sentence: `${address} ended the response before it was complete.`,
    nextStep: 'What arrived is kept. Retry; if it happens again, check the server log.',
  }),
  INVALID_CONTENT_CODING: ({ address }) => ({
    sentence: `The response of ${address} is not compressed as its Content-Encoding says.`,
    nextStep: 'Ask the server for an uncompressed response with Accept-Encoding: identity.',
  }),
  TOO_MANY_CODINGS: ({ subject }) => ({
    sentence: `The response is compressed ${subject} times over; Parley decompresses at most 5 layers.`,
    nextStep: 'Ask the server for an uncompressed response with Accept-Encoding: identity.',
  }),
}
