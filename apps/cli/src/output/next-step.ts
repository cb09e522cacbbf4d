const trust =
  'Check that this is the server you mean; if it is, name a PEM file of its certificate with --cacert.'
const trustAuthority =
  'Check that this is the server you mean; if it is, name a PEM file of its authority with --cacert.'
const proxyAddress = 'Check scheme, host and port of --proxy, and that the proxy is running.'
const tlsVersions = 'Let the server accept TLS 1.2 or 1.3, or leave out --tls-max.'
const proxyUser = 'Give the right ones in --proxy, before the host: user:password@host:port.'
const systemProxy =
  'Set HTTP_PROXY and HTTPS_PROXY, or name the proxy with --proxy http://host:port instead of system.'
const authorization = 'Correct the authorization of the request.'
const graphQlSettings = 'Correct them in the settings of the request.'

/** The next steps of the command line, where the common ones mention tabs, rows and Settings. */
const steps: NextSteps = {
  UNKNOWN_HOST_VARIABLE: 'Give it one with --var name=value, or type the host.',
  SECRET_HOST_NOT_ALLOWED: 'If the host is right, allow it with --allow-host HOST.',
  SECRET_REDIRECT_NOT_ALLOWED: 'If the host is right, allow it with --allow-host HOST.',
  VARIABLE_WITHHELD: 'Allow it with --allow-secret NAME.',
  SECRET_MISSING:
    'The command line does not read values that the app stores. Write {{NAME}} in the field, and give its value with --secret NAME=@FILE.',
  REQUEST_TIMEOUT: 'Retry, or raise --timeout.',
  TOO_MANY_REDIRECTS:
    'Look at the first response with --no-follow --include, or raise --max-redirects if the number is expected.',
  DEPTH_ZERO_SELF_SIGNED_CERT: trust,
  SELF_SIGNED_CERT_IN_CHAIN: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trustAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trustAuthority,
  CERTIFICATE_FILE_UNREADABLE: 'Check the files of --cacert, --cert and --key.',
  CLIENT_CERTIFICATE_UNUSABLE: 'Check the files of --cert and --key, and --cert-passphrase.',
  CLIENT_CERTIFICATE_REQUIRED: 'Name one with --cert FILE and --key FILE.',
  CLIENT_CERTIFICATE_REFUSED: 'Name the right one with --cert FILE and --key FILE.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tlsVersions,
  ERR_SSL_UNSUPPORTED_PROTOCOL: tlsVersions,
  TLS_HANDSHAKE_REFUSED:
    'Name one with --cert FILE and --key FILE, or ask the operator of the server which TLS versions it accepts.',
  LINK_LOCAL_ADDRESS: 'If you mean this address, type it in the URL of a request.',
  PROXY_UNREACHABLE: proxyAddress,
  PROXY_AUTHENTICATION_REQUIRED: proxyUser,
  PROXY_CREDENTIALS_REJECTED: proxyUser,
  PROXY_REFUSED: 'Ask the operator of the proxy, or name the host with --bypass.',
  PROXY_TIMEOUT: proxyAddress,
  PROXY_CLOSED: proxyAddress,
  PROXY_NOT_HTTP: 'Check scheme and port of --proxy: a SOCKS5 proxy has the scheme socks5://.',
  PROXY_NOT_SOCKS: 'Check scheme and port of --proxy: http://, socks5:// or socks4://.',
  PROXY_TLS_FAILED:
    'Trust its authority with --cacert FILE, or write --proxy http:// if it does not speak TLS.',
  PROXY_NOT_CONFIGURED: 'Give both with --proxy http://host:port.',
  PROXY_NOT_DETECTED: systemProxy,
  PROXY_ADDRESS_INVALID: systemProxy,
  AUTH_NOT_SUPPORTED: 'Choose another type of authorization for the request.',
  NTLM_NOT_SUPPORTED:
    'Choose another type of authorization, or send through a local proxy that signs in with NTLM.',
  AUTH_FIELD_MISSING: 'Enter it in the file of the request, or give its variable with --var or --secret.',
  AUTH_KEY_FILE:
    'Write the text of the key into the request as a variable, and give it with --secret NAME=@FILE.',
  AUTH_JSON_INVALID: `${authorization} A {{name}} for a string must be in quotes.`,
  AUTH_CONTENT_IN_FILE: 'Nothing was sent. Leave out the body hash, or send the body as text.',
  NO_TOKEN: 'Get a new access token in the page, or give one with --secret.',
  TOKEN_NOT_RECEIVED:
    'The request itself was not sent. Check the token URL, the client and the scope of its authorization.',
  FILE_NOT_PICKED: 'Allow it with --allow-file PATH.',
  INVALID_GRAPHQL_VARIABLES: 'Correct them; a {{name}} without a value must be in quotes.',
  INVALID_GRAPHQL_EXTENSIONS: 'Correct them; a {{name}} without a value must be in quotes.',
  NO_PLACE_FOR_UPLOAD: 'Add the variable, or remove its file.',
  SUBSCRIPTION_TRANSPORT_UNKNOWN: graphQlSettings,
  SUBSCRIPTION_SUBPROTOCOL:
    'Check the subscription URL, or choose another transport in the settings of the request.',
  SUBSCRIPTION_PROTOCOL_ERROR:
    'Choose another transport in the settings of the request, or correct the server.',
  INVALID_CONNECTION_PARAMS: graphQlSettings,
  UPLOAD_WITH_WEBSOCKET:
    'Remove the files from the variables, or choose SSE or Multipart in the settings of the request.',
}

/** Those for a request that was typed as options. */
const stepsOfOptions: NextSteps = {
  FRAMED_TWICE: 'Give only one of them to --header.',
  CONTENT_LENGTH_WRONG: 'Leave it out of --header: the right length is sent with every body.',
  TRANSFER_ENCODING_WRONG: 'Correct the value in --header, or leave it out.',
  INVALID_HEADER_NAME: 'Correct the name in --header.',
  INVALID_HEADER_VALUE: 'Correct the value in --header.',
  INVALID_PART_CONTENT_TYPE: 'Correct the ;type= at the end of its --form.',
  NO_FILE_SELECTED: 'Name the file: --form name=@file or --file FILE.',
  MISSING_PATH_VARIABLE: 'Type its value in the URL, or %3A for a plain colon.',
  HTTP2_NOT_SPOKEN:
    'Send it with --http 1.1 or --http auto; gRPC itself needs HTTP/2, and grpcs:// if the port expects TLS.',
  HTTP2_SPOKEN: 'Send it with --http 2.',
  ERR_HTTP2_HEADER_SINGLE_VALUE: 'Give it once, or send with --http 1.1.',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'Send it with --http 1.1 or --http auto.',
  ERR_HTTP_TRAILER_INVALID: 'Leave the Trailer header out, or add Transfer-Encoding.',
}

const inFile = 'in the file of the request'

/** Those for a request that a file contains. */
const stepsOfFiles: NextSteps = {
  FRAMED_TWICE: `Leave all but one of them out ${inFile}.`,
  CONTENT_LENGTH_WRONG: `Leave it out ${inFile}: the right length is sent with every body.`,
  TRANSFER_ENCODING_WRONG: `Write chunked at its end ${inFile}, or leave it out.`,
  INVALID_HEADER_NAME: `Correct the name ${inFile}.`,
  INVALID_HEADER_VALUE: `Correct the value ${inFile}.`,
  INVALID_PART_CONTENT_TYPE: `Correct it ${inFile}.`,
  NO_FILE_SELECTED: `Name one ${inFile}, and allow it with --allow-file PATH.`,
  MISSING_PATH_VARIABLE: `Give it a value ${inFile}, or write %3A for a plain colon.`,
  ERR_HTTP2_HEADER_SINGLE_VALUE: `Leave all but one of its rows out ${inFile}, or send with --http 1.1.`,
  TOO_MANY_REDIRECTS:
    'Look at the first response with --no-follow, or raise --max-redirects if the number is expected.',
  HTTP2_NOT_SPOKEN:
    'Send it with --http 1.1 or --http auto. A gRPC call needs HTTP/2, or web: binary in its file, and grpcs:// if the port expects TLS.',
  ERR_HTTP_TRAILER_INVALID: `Leave the Trailer header out ${inFile}, or add Transfer-Encoding.`,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'Send it with --http 1.1 or --http auto.',
}

type NextSteps = Readonly<Record<string, string | undefined>>

/** Returns the next step for a request in a file: that of `parley run`, and of `parley send` with a saved request. */
export function nextStepInRun(code: string, common: string): string {
  return own(stepsOfFiles, code) ?? own(steps, code) ?? common
}

/** Returns the next step for a request of options, or the common one if the command line has none of its own. */
export function nextStepFor(code: string, common: string): string {
  return own(stepsOfOptions, code) ?? own(steps, code) ?? common
}

/** Codes also come from the system; one that is a property name of every object must not match. */
function own(known: NextSteps, code: string): string | undefined {
  return Object.hasOwn(known, code) ? known[code] : undefined
}
