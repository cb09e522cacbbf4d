import { fileNameOf, isPickedFile } from '../text/file-name-of.ts'
import type { SendFailure } from './send-failure.ts'

/** A failure as sentences: what happened, and what to do next. */
export interface FailureDescription {
  readonly sentence: string
  readonly nextStep: string
}

/**
 * Describes a failed send for the page and the command line, so that both use the same sentences. The command
 * line rewords next steps that refer to the page. Sentences name the host, the step or the part at fault; the
 * code is shown next to them.
 */
export function describeSendFailure(failure: SendFailure): FailureDescription {
  const address = failure.address === '' ? (unnamed[failure.kind] ?? 'the server') : failure.address
  // Codes also come from the system; one such as "constructor" must not match an inherited property.
  const describe = Object.hasOwn(byCode, failure.code) ? byCode[failure.code] : undefined
  const { sentence, nextStep } = (describe ?? byKind[failure.kind])({ ...failure, address })
  return { sentence: sentence.replace(/^the server/, 'The server'), nextStep }
}

/** Used in a sentence if the address is not known yet. */
const unnamed: Partial<Readonly<Record<SendFailure['kind'], string>>> = {
  dns: 'of the server',
  proxy: 'of the settings',
}

type Describe = (failure: SendFailure) => FailureDescription

/** Returns `10 seconds` or `1 second`, and milliseconds for durations that would round to 0. */
function duration(ms: number): string {
  const seconds = Number((ms / 1000).toFixed(1))
  if (seconds < 0.1) return `${Math.round(ms)} ms`
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** Messages of scripts may end with a full stop. */
function withoutFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

const describeUnknownName: Describe = ({ address }) => ({
  // The port is not part of the name that was looked up.
  sentence: `The name ${address.replace(/:\d+$/, '')} could not be found.`,
  nextStep: 'Check the host in the URL for typos, and that this computer is on the right network.',
})

const describeBadTrust: Describe = ({ address }) => ({
  sentence: `The certificate of ${address} is signed by an authority that is not trusted here.`,
  nextStep: 'Check that this is the server you mean; if it is, add its authority to the trusted ones.',
})

const describeSelfSigned: Describe = ({ address }) => ({
  sentence: `The certificate of ${address} is self-signed.`,
  nextStep: 'Check that this is the server you mean; if it is, add its certificate to the trusted ones.',
})

const describeNoTls: Describe = ({ address }) => ({
  sentence: `${address} does not speak TLS.`,
  nextStep: 'Check the port, or use http:// instead of https://.',
})

const describeUnreachable: Describe = ({ address }) => ({
  sentence: `There is no way from this computer to ${address}.`,
  nextStep: 'Check the host, and that this computer is on the right network or VPN.',
})

const describeBrokenFraming: Describe = ({ address }) => ({
  sentence: `${address} does not say correctly where its response ends.`,
  nextStep:
    'What arrived before is kept. Look into the Content-Length and Transfer-Encoding that the server sends.',
})

const byCode: Readonly<Record<string, Describe | undefined>> = {
  ECONNREFUSED: ({ address }) => ({
    sentence: `Nothing answers at ${address}. Is the server running?`,
    nextStep: 'Start the server, or check the port in the URL.',
  }),
  ENOTFOUND: describeUnknownName,
  EAI_AGAIN: describeUnknownName,
  ECONNRESET: ({ address }) => ({
    sentence: `${address} closed the connection before it answered.`,
    nextStep: 'Retry; if it happens again, look into the log of the server or of a proxy before it.',
  }),
  EPIPE: ({ address }) => ({
    sentence: `${address} closed the connection before it had read the whole request.`,
    nextStep:
      'Check whether the server takes content of this size; its log may say why it closed the connection.',
  }),
  ETIMEDOUT: ({ address }) => ({
    sentence: `${address} did not accept a connection.`,
    nextStep: 'Check the host and port, and whether a firewall or VPN blocks the connection.',
  }),
  EHOSTUNREACH: describeUnreachable,
  ENETUNREACH: describeUnreachable,
  CERT_HAS_EXPIRED: ({ address }) => ({
    sentence: `The certificate of ${address} has expired.`,
    nextStep: 'Renew the certificate on the server, and check the clock of this computer.',
  }),
  CERT_NOT_YET_VALID: ({ address }) => ({
    sentence: `The certificate of ${address} is not valid yet.`,
    nextStep: 'Check the clock of this computer and the dates of the certificate.',
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ address }) => ({
    sentence: `The certificate of ${address} is for another host.`,
    nextStep: 'Check the host in the URL, or get a certificate that names it.',
  }),
  DEPTH_ZERO_SELF_SIGNED_CERT: describeSelfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: describeBadTrust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: describeBadTrust,
  UNABLE_TO_GET_ISSUER_CERT: describeBadTrust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: describeBadTrust,
  ERR_SSL_WRONG_VERSION_NUMBER: describeNoTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: describeNoTls,
  HPE_HEADER_OVERFLOW: ({ address }) => ({
    sentence: `${address} answered with more than 256 KB of headers.`,
    nextStep: 'Make the server send less; a cookie that grows with each response is the usual cause.',
  }),
  HPE_INVALID_CHUNK_SIZE: describeBrokenFraming,
  HPE_INVALID_CONTENT_LENGTH: describeBrokenFraming,
  HPE_UNEXPECTED_CONTENT_LENGTH: describeBrokenFraming,
  HPE_INVALID_TRANSFER_ENCODING: describeBrokenFraming,
  INVALID_STATUS: ({ address, subject }) => ({
    sentence: `${address} answered with the status ${subject}, which HTTP does not have.`,
    nextStep: 'Correct the server: a status has three digits and is at least 100.',
  }),
  ERR_HTTP_TRAILER_INVALID: () => ({
    sentence: 'A Trailer header can be sent only together with Transfer-Encoding: chunked. Nothing was sent.',
    nextStep: 'Untick the Trailer row on the Headers tab, or add the Transfer-Encoding.',
  }),
  PROXY_UNREACHABLE: ({ subject }) => ({
    sentence: `Nothing answers at the proxy ${subject}. Nothing was sent.`,
    nextStep: 'Check host and port in Settings → Proxy, and that the proxy is running.',
  }),
  PROXY_AUTHENTICATION_REQUIRED: ({ subject }) => ({
    sentence: `The proxy ${subject} rejected this user name and password.`,
    nextStep: 'Enter them in Settings → Proxy; the password is kept for this session only.',
  }),
  PROXY_REFUSED: ({ subject, address }) => ({
    sentence: `The proxy ${subject} does not let requests through to ${address}.`,
    nextStep: 'Ask who runs the proxy, or add the host to Bypass in Settings → Proxy.',
  }),
  PROXY_CANNOT_REACH: ({ subject, address }) => ({
    sentence: `The proxy could not reach ${address}: ${subject}.`,
    nextStep: 'Check the host and port in the URL as seen from the proxy.',
  }),
  PROXY_TIMEOUT: ({ subject, elapsedMs }) => ({
    sentence: `The proxy ${subject} did not answer within ${duration(elapsedMs)}.`,
    nextStep: 'Check Proxy Type, host and port in Settings → Proxy, and that the proxy is running.',
  }),
  PROXY_CLOSED: ({ subject }) => ({
    sentence: `The proxy ${subject} closed the connection without a response.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_NOT_HTTP: ({ subject }) => ({
    sentence: `What answers at ${subject} is not an HTTP proxy.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_NOT_SOCKS: ({ subject }) => ({
    sentence: `What answers at ${subject} is not a SOCKS5 proxy.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_TLS_FAILED: ({ subject }) => ({
    sentence: `The proxy ${subject} could not be reached over TLS.`,
    nextStep: 'Check its certificate, or choose the Proxy Type HTTP in Settings → Proxy.',
  }),
  PROXY_NOT_CONFIGURED: () => ({
    sentence: 'The proxy has no host or port. Nothing was sent.',
    nextStep: 'Enter them in Settings → Proxy, or switch Enable Proxy off.',
  }),
  PAC_FAILED: ({ subject }) => ({
    sentence: `The PAC file of the system could not be asked for the proxy: ${subject}.`,
    nextStep: 'Check the address of the file in the settings of the system. Nothing was sent directly.',
  }),
  PROXY_NOT_DETECTED: () => ({
    sentence: 'The system wants the proxy detected (WPAD), which Parley does not do. Nothing was sent.',
    nextStep:
      'Name the proxy or its PAC file in the settings of the system, or choose another Proxy Type in Settings → Proxy.',
  }),
  PROXY_ADDRESS_INVALID: ({ subject }) => ({
    sentence: `“${subject}” is not the address of a proxy. Nothing was sent.`,
    nextStep: 'Correct the proxy settings of the system, or choose another Proxy Type in Settings → Proxy.',
  }),
  CERTIFICATE_FILE_UNREADABLE: ({ subject }) => ({
    sentence: `The certificate file ${subject} cannot be read. Nothing was sent.`,
    nextStep: 'Choose the file again in Settings → Certificates, or remove it there.',
  }),
  CLIENT_CERTIFICATE_UNUSABLE: ({ subject }) => ({
    sentence: `The client certificate cannot be used: ${subject}.`,
    nextStep: 'Check its files and passphrase in Settings → Certificates.',
  }),
  BODY_NOT_STORED: ({ subject }) => ({
    sentence: `The response could not be kept on this computer: ${subject}.`,
    nextStep: 'Make room on the disk, then send again.',
  }),
  VARIABLE_TOO_LARGE: ({ subject }) => ({
    sentence: `The variable ${subject} fills in so much text that the request cannot be made.`,
    nextStep: 'Check whether its value repeats other variables many times over.',
  }),
  CONNECT_TIMEOUT: ({ address, elapsedMs }) => ({
    sentence: `${address} did not accept a connection within ${duration(elapsedMs)}.`,
    nextStep: 'Check the host and port, and whether a firewall or VPN blocks the connection.',
  }),
  STREAM_IDLE: ({ address }) => ({
    sentence: `${address} sent nothing for as long as the idle limit allows.`,
    nextStep: 'Connect again, or raise the idle limit in the settings of the request.',
  }),
  INVALID_STREAM_LIMIT: ({ subject }) => ({
    sentence: `The condition of this stream for runs is invalid: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Correct the condition in the settings of the request.',
  }),
  WEBSOCKET_NEEDED: () => ({
    sentence: 'URLs that begin with ws:// or wss:// open a WebSocket. Nothing was sent.',
    nextStep: 'Create a WebSocket request, or change the beginning of the URL to http:// or https://.',
  }),
  WEBSOCKET_NOT_SUPPORTED: () => ({
    sentence: 'A WebSocket cannot be opened here. Nothing was sent.',
    nextStep: 'Connect in the page, or with parley send.',
  }),
  WEBSOCKET_NOT_UPGRADED: ({ address, subject }) => ({
    sentence: `${address} answered 101, but its ${subject} header is missing or wrong, so it is no WebSocket.`,
    nextStep: 'Check that the URL leads to a WebSocket, and whether a proxy changes the headers.',
  }),
  WEBSOCKET_SUBPROTOCOL: ({ address, subject }) => ({
    sentence: `${address} chose the subprotocol “${subject}”, which was not offered.`,
    nextStep: 'Add it to the subprotocols of the request, or correct the server.',
  }),
  WEBSOCKET_EXTENSION: ({ address, subject }) => ({
    sentence: `${address} chose extensions that it may not choose: ${withoutFullStop(subject)}.`,
    nextStep: 'Turn off compression in the settings of the request, or correct the server.',
  }),
  WEBSOCKET_CLOSED: () => ({
    sentence: 'The connection is closed, so the message was not sent.',
    nextStep: 'Connect again, and then send it.',
  }),
  WEBSOCKET_BROKEN: ({ address }) => ({
    sentence: `The connection to ${address} ended without a close frame (1006).`,
    nextStep: 'Connect again; if it happens again, look into the log of the server or of a proxy before it.',
  }),
  WEBSOCKET_PROTOCOL_ERROR: ({ address, subject }) => ({
    sentence: `${address} sent what a WebSocket does not allow: ${withoutFullStop(subject)}.`,
    nextStep: 'What arrived before is kept. Correct the server.',
  }),
  WEBSOCKET_MESSAGE_TOO_LARGE: ({ address, subject }) => ({
    sentence: `${address} sent a message larger than ${subject}.`,
    nextStep: 'Raise the maximum message size in the settings of the request.',
  }),
  WEBSOCKET_PONG_TIMEOUT: ({ address, subject }) => ({
    sentence: `${address} did not answer a ping within ${subject}.`,
    nextStep: 'Connect again, or raise the pong limit in the settings of the request.',
  }),
  INVALID_BASE64: () => ({
    sentence: 'The binary message is not valid Base64. It was not sent.',
    nextStep: 'Correct the message.',
  }),
  REQUEST_TIMEOUT: ({ address, elapsedMs }) => ({
    sentence: `${address} did not answer in full within ${duration(elapsedMs)}.`,
    nextStep: 'Retry, or raise the request timeout.',
  }),
  INVALID_URL: ({ subject }) => ({
    sentence: subject === '' ? 'The URL is empty.' : `“${subject}” is not a URL that can be sent to.`,
    nextStep: 'Type an address such as http://localhost:3000/books.',
  }),
  UNSUPPORTED_SCHEME: ({ subject }) => ({
    sentence: `Requests go over http or https; the URL begins with “${subject}”.`,
    nextStep: 'Change the beginning of the URL to http:// or https://.',
  }),
  INVALID_METHOD: ({ subject }) => ({
    sentence: `“${subject}” is not a method: it holds a character that no HTTP method may have.`,
    nextStep: 'Use letters, digits and hyphens only.',
  }),
  INVALID_HEADER_NAME: ({ subject }) => ({
    sentence: `“${subject}” cannot be the name of a header: it holds a character that HTTP forbids there.`,
    nextStep: 'Correct the name on the Headers tab, or untick its row.',
  }),
  INVALID_HEADER_VALUE: ({ subject }) => ({
    sentence: `The value of the header ${subject} holds a line break or another character that HTTP forbids.`,
    nextStep: 'Correct the value on the Headers tab, or untick its row.',
  }),
  VARIABLE_CYCLE: ({ subject }) => ({
    sentence: `The variable ${subject} refers to itself.`,
    nextStep: 'Change its value so that it no longer leads back to its own name.',
  }),
  VARIABLE_TOO_DEEP: ({ subject }) => ({
    sentence: `The variable ${subject} leads through more than 10 other variables.`,
    nextStep: 'Shorten the chain of variables.',
  }),
  UNKNOWN_HOST_VARIABLE: ({ subject }) => ({
    sentence: `The address needs {{${subject}}}, which has no value.`,
    nextStep: 'Type the address, or send a request of the collection that has this variable.',
  }),
  SECRET_HOST_NOT_ALLOWED: ({ address, subject }) => ({
    sentence: `A script chose the address ${address}, and what goes there holds the secret ${subject}. Nothing was sent.`,
    nextStep: 'If the address is right, type it in the request or in an environment.',
  }),
  SECRET_REDIRECT_NOT_ALLOWED: ({ address, subject }) => ({
    sentence: `The server redirects to ${address}, and the request would take the secret ${subject} there. The redirect was not followed.`,
    nextStep: 'If the address is right, send the request there, or send it again and allow it.',
  }),
  FRAMED_TWICE: ({ subject }) => ({
    sentence: `The header ${subject} frames the body a second time. Exactly one of Content-Length and Transfer-Encoding can.`,
    nextStep: 'Untick all but one of these rows on the Headers tab.',
  }),
  CONTENT_LENGTH_WRONG: ({ subject }) => ({
    sentence: `The header Content-Length says ${subject.replace(/ \((\d+)\)$/, ', but the body has $1 bytes')}.`,
    nextStep: 'Untick its row on the Headers tab: the right length is sent with every body.',
  }),
  TRANSFER_ENCODING_WRONG: ({ subject }) => ({
    sentence: `The header Transfer-Encoding says “${subject}”, which does not end with chunked, so nothing would tell where the body ends.`,
    nextStep: 'Write chunked at its end, or untick its row on the Headers tab.',
  }),
  SECRET_MISSING: ({ subject }) => ({
    sentence: `This computer has no value for the secret ${subject}. Nothing was sent.`,
    nextStep: 'Send again and type it when you are asked; it is kept encrypted, and in no file.',
  }),
  MISSING_PATH_VARIABLE: ({ subject }) => ({
    sentence: `The path variable :${subject} has no value.`,
    nextStep: 'Fill it in under Path on the Params tab, or write %3A where a plain colon is meant.',
  }),
  DEMO_NOT_RUNNING: () => ({
    sentence: '{{baseUrl}} is the address of the demo API, which is not running.',
    nextStep: 'Start Parley with npm start, which brings the demo API up beside it.',
  }),
  OWN_ADDRESS: ({ address }) => ({
    sentence: `${address} is Parley’s own address. Nothing was sent.`,
    nextStep: 'Send to the address of the API that you want to call.',
  }),
  LINK_LOCAL_ADDRESS: ({ address }) => ({
    sentence: `${address} is a link-local address, where scripts may not send. Nothing was sent.`,
    nextStep: 'If it is meant, type it in the URL of a request, or allow it in Settings → Editor.',
  }),
  INTERNAL_ERROR: () => ({
    sentence: 'Parley itself met a bug while it sent this request.',
    nextStep: 'Send it again. If it happens again, report it with what the program printed where it runs.',
  }),
  SCRIPT_ERROR: ({ subject }) => ({
    sentence: `The Pre Request script failed: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Correct the script at the line that is marked.',
  }),
  SCRIPT_TIMEOUT: ({ subject }) => ({
    sentence: `The Pre Request script was stopped: ${withoutFullStop(subject)}. Nothing was sent.`,
    nextStep: 'Look for a loop without an end, or a promise or callback that nothing ever settles.',
  }),
  SCRIPT_OUT_OF_MEMORY: () => ({
    sentence: 'The Pre Request script was stopped because it took too much memory. Nothing was sent.',
    nextStep: 'Look for a text or list that grows without an end.',
  }),
  VARIABLE_WITHHELD: ({ subject }) => ({
    sentence: `Secret variable "${subject}" is withheld from scripts.`,
    nextStep: 'Allow it with the code icon on its row in the variables table.',
  }),
  FILE_NOT_READ: ({ subject }) => ({
    sentence: `The file ${shownFile(subject)} could not be read.`,
    nextStep: 'Check that it is there, that it is no folder, and that you may read it.',
  }),
  FILE_NOT_ALLOWED: ({ subject, row }) => ({
    sentence: `${row === undefined ? 'The body' : `The form row “${row}”`} names the file ${subject}, which this run may not read.`,
    nextStep: 'If the file may be sent, allow it with --allow-file PATH.',
  }),
  FILE_NOT_PICKED: ({ subject }) => ({
    sentence: `The file ${shownFile(subject)} must be selected again before it is sent. Nothing was sent.`,
    nextStep: 'Select it on the Body tab: a path alone gives no access to a file.',
  }),
  FILE_CHANGED: ({ subject }) => ({
    sentence: `The file ${shownFile(subject)} changed its length while it was being sent.`,
    nextStep: 'Send again once nothing writes to it any more.',
  }),
  NO_FILE_SELECTED: ({ subject }) => ({
    sentence: `No file is selected${subject === '' ? '' : ` for ${subject}`}. Nothing was sent.`,
    nextStep: 'Select one on the Body tab, or untick its row.',
  }),
  INVALID_PART_CONTENT_TYPE: ({ subject }) => ({
    sentence: `The Content-Type of the form field ${subject} holds a line break or another character that HTTP forbids.`,
    nextStep: 'Correct it on the Body tab, or untick its row.',
  }),
  INVALID_GRAPHQL_VARIABLES: () => ({
    sentence: 'The GraphQL variables are not JSON. Nothing was sent.',
    nextStep: 'Correct them on the Body tab; a {{name}} without a value must be in quotes.',
  }),
  INVALID_GRAPHQL_EXTENSIONS: () => ({
    sentence: 'The GraphQL extensions are not JSON. Nothing was sent.',
    nextStep: 'Correct them on the Body tab; a {{name}} without a value must be in quotes.',
  }),
  NO_PLACE_FOR_UPLOAD: ({ subject }) => ({
    sentence: `The GraphQL variables have no place for the file of “${subject}”. Nothing was sent.`,
    nextStep: 'Add the variable on the Body tab, or remove its file.',
  }),
  SUBSCRIPTION_TRANSPORT_UNKNOWN: ({ subject }) => ({
    sentence: `This version of Parley has no transport “${subject}” for subscriptions. Nothing was sent.`,
    nextStep: 'Choose another one on the Settings tab.',
  }),
  UPLOAD_WITH_GET: () => ({
    sentence: 'Files of GraphQL variables cannot be sent with GET. Nothing was sent.',
    nextStep: 'Choose POST, or remove the files.',
  }),
  DECODED_TOO_LARGE: ({ subject }) => ({
    sentence: `The response unpacks to more than ${subject}, far beyond what was sent.`,
    nextStep: 'Ask the server for an uncompressed answer with Accept-Encoding: identity.',
  }),
  TOO_MANY_INTERIM: ({ address, subject }) => ({
    sentence: `${address} sent more than ${subject} interim responses and no final one.`,
    nextStep: 'Look into the log of the server, or of a proxy before it.',
  }),
  KEPT_CONNECTION_CLOSED: ({ address }) => ({
    sentence: `${address} closed a kept connection just as the request went out on it, so it is not known whether it was processed.`,
    nextStep: 'Check on the server whether the request had its effect before you send it again.',
  }),
  HTTP2_NOT_SPOKEN: ({ address }) => ({
    sentence: `${address} does not speak HTTP/2.`,
    nextStep: 'Choose HTTP/1.1 or Auto as the HTTP version of the request.',
  }),
  HTTP2_STREAM_REFUSED: ({ address }) => ({
    sentence: `${address} refused to take the request. It was not processed.`,
    nextStep: 'Retry in a moment: servers do this when they are busy or about to stop.',
  }),
  HTTP2_STREAM_RESET: ({ address, subject }) => ({
    sentence: `${address} broke off the exchange over HTTP/2 with the code ${subject}.`,
    nextStep: 'What arrived is kept. Look into the log of the server, or choose HTTP/1.1 and send again.',
  }),
  HTTP2_PROTOCOL_ERROR: ({ address }) => ({
    sentence: `What ${address} sent is not valid HTTP/2.`,
    nextStep: 'What arrived is kept. Choose HTTP/1.1 as the HTTP version of the request and send again.',
  }),
  ERR_HTTP2_HEADER_SINGLE_VALUE: ({ subject }) => ({
    sentence: `HTTP/2 takes this header only once: ${subject}. Nothing was sent.`,
    nextStep: 'Untick one of its rows on the Headers tab, or choose HTTP/1.1 as the HTTP version.',
  }),
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: ({ address }) => ({
    sentence: `${address} does not speak the chosen version of HTTP.`,
    nextStep: 'Choose another HTTP version for the request, or Auto.',
  }),
  AUTH_NOT_SUPPORTED: ({ subject }) => ({
    sentence: `The authorization ${subject} cannot be applied. Nothing was sent.`,
    nextStep: 'Choose another type on the Authorization tab.',
  }),
  NTLM_NOT_SUPPORTED: () => ({
    sentence: 'NTLM cannot be sent: its hashes are broken and no longer kept up. Nothing was sent.',
    nextStep:
      'Choose another type on the Authorization tab, or send through a local proxy that signs in with NTLM.',
  }),
  AUTH_FIELD_MISSING: ({ subject }) => ({
    sentence: `The authorization needs the field ${subject}, which is empty. Nothing was sent.`,
    nextStep: 'Fill it in on the Authorization tab.',
  }),
  AUTH_KEY_INVALID: ({ subject }) => ({
    sentence: `The key cannot be used for ${subject}. Nothing was sent.`,
    nextStep:
      'Paste the whole private key in PEM form, of the kind that the algorithm needs, without a password.',
  }),
  AUTH_KEY_FILE: ({ subject }) => ({
    sentence: `The private key ${shownFile(subject)} is a file, which the authorization cannot read. Nothing was sent.`,
    nextStep: 'Paste the text of the key on the Authorization tab.',
  }),
  AUTH_JSON_INVALID: ({ subject }) => ({
    sentence: `The ${subject} of the token is not a JSON object. Nothing was sent.`,
    nextStep: 'Correct it on the Authorization tab; a {{name}} for a text must be in quotes.',
  }),
  AUTH_CONTENT_IN_FILE: ({ subject }) => ({
    sentence: `${subject} covers the body, and a file that is streamed cannot be hashed before it is sent.`,
    nextStep:
      'Nothing was sent. Leave the hash of the body out on the Authorization tab, or send the body as text.',
  }),
  NO_TOKEN: () => ({
    sentence: 'There is no access token yet. Nothing was sent.',
    nextStep: 'Get a new access token on the Authorization tab, then send again.',
  }),
  TOKEN_NOT_RECEIVED: ({ subject }) => ({
    sentence: `No access token was given: ${withoutFullStop(subject)}.`,
    nextStep:
      'The request itself was not sent. Check the Token URL, the client and the scope on the Authorization tab.',
  }),
  TOKEN_NOT_GIVEN: ({ subject }) => ({
    sentence: `No access token was given: ${withoutFullStop(subject)}.`,
    nextStep: 'Check the addresses, the client and the scope, then get a new access token again.',
  }),
  TOO_MANY_REDIRECTS: ({ subject }) => ({
    sentence: `The server redirects on and on: more than ${subject} times.`,
    nextStep: 'Look into the Location headers of the server.',
  }),
  INVALID_REDIRECT: ({ subject }) => ({
    sentence: `The server redirects to “${subject}”, which is not an http or https address.`,
    nextStep: 'Nothing was sent there. Look into the Location header of the server.',
  }),
  INCOMPLETE_RESPONSE: ({ address }) => ({
    sentence: `${address} ended the response before it was whole.`,
    nextStep: 'What arrived is kept. Retry; if it happens again, look into the log of the server.',
  }),
  INVALID_CONTENT_CODING: ({ address }) => ({
    sentence: `The response of ${address} is not compressed in the way its Content-Encoding says.`,
    nextStep: 'Ask the server for an uncompressed answer with Accept-Encoding: identity.',
  }),
  TOO_MANY_CODINGS: ({ subject }) => ({
    sentence: `The response is compressed ${subject} times over; at most 5 layers are undone.`,
    nextStep: 'Ask the server for an uncompressed answer with Accept-Encoding: identity.',
  }),
}

const byKind: Readonly<Record<SendFailure['kind'], Describe>> = {
  dns: describeUnknownName,
  connect: ({ address }) => ({
    sentence: `No connection to ${address} could be made.`,
    nextStep: 'Check the host and port, and that this computer is on the right network.',
  }),
  tls: ({ address }) => ({
    sentence: `The secure connection to ${address} failed.`,
    nextStep: 'Check the certificate of the server, and that the port speaks TLS.',
  }),
  timeout: ({ address }) => ({
    sentence: `${address} did not answer in time.`,
    nextStep: 'Retry, or raise the timeout.',
  }),
  proxy: ({ address }) => ({
    sentence: `The proxy ${address} could not be used.`,
    nextStep: 'Check the proxy settings.',
  }),
  protocol: ({ address }) => ({
    sentence: `What ${address} answered is not valid HTTP.`,
    nextStep: 'Check that the port speaks HTTP, and whether it wants https instead of http.',
  }),
  cancelled: () => ({
    sentence: 'The request was cancelled.',
    nextStep: 'Send it again when you are ready.',
  }),
  script: () => ({
    sentence: 'The Pre Request script failed. Nothing was sent.',
    nextStep: 'Correct the script.',
  }),
  template: ({ subject }) => ({
    sentence: `${subject === '' ? 'A variable' : `The variable ${subject}`} could not be filled in. Nothing was sent.`,
    nextStep: 'Check its value.',
  }),
  invalidRequest: ({ subject }) => ({
    sentence: `The request cannot be sent as it is${subject === '' ? '' : `: ${subject}`}.`,
    nextStep: 'Correct it and send again.',
  }),
  refused: ({ address }) => ({
    sentence: `Parley does not send to ${address}. Nothing was sent.`,
    nextStep: 'Send to another address.',
  }),
  authorization: ({ subject }) => ({
    sentence: `The request could not be authorized${subject === '' ? '' : `: ${subject}`}. Nothing was sent.`,
    nextStep: 'Check the fields on the Authorization tab.',
  }),
  file: ({ subject }) => ({
    sentence: `${subject === '' ? 'A file' : `The file ${subject}`} could not be read. Nothing was sent.`,
    nextStep: 'Select the file again.',
  }),
}

/** Returns a picked file's name without its path. */
function shownFile(filePath: string): string {
  return isPickedFile(filePath) ? fileNameOf(filePath) : filePath
}
