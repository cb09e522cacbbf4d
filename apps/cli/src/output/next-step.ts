const trust =
  'Check that this is the server you mean; if it is, name a PEM file of its certificate with --cacert.'
const trustAuthority =
  'Check that this is the server you mean; if it is, name a PEM file of its authority with --cacert.'

/**
 * What to do about a failure whose next step is told otherwise at the command line: here are no tabs,
 * rows and settings, but options.
 */
const nextSteps: Readonly<Record<string, string | undefined>> = {
  FRAMED_TWICE: 'Give only one of them to --header.',
  CONTENT_LENGTH_WRONG: 'Leave it out of --header: the right length is sent with every body.',
  TRANSFER_ENCODING_WRONG: 'Correct the value in --header, or leave it out.',
  INVALID_HEADER_NAME: 'Correct the name in --header.',
  INVALID_HEADER_VALUE: 'Correct the value in --header.',
  INVALID_PART_CONTENT_TYPE: 'Correct the ;type= at the end of its --form.',
  NO_FILE_SELECTED: 'Name the file: --form name=@file or --file FILE.',
  UNKNOWN_HOST_VARIABLE: 'Give it one with --var name=value, or type the address.',
  MISSING_PATH_VARIABLE: 'Type its value in the URL, or %3A where a plain colon is meant.',
  SECRET_HOST_NOT_ALLOWED: 'If the host is right, allow it with --allow-host HOST.',
  SECRET_REDIRECT_NOT_ALLOWED: 'If the host is right, allow it with --allow-host HOST.',
  VARIABLE_WITHHELD: 'Allow it with --allow-secret NAME.',
  SECRET_MISSING:
    'Give a variable with --secret NAME=@FILE. Where it is a field, write {{NAME}} there and give NAME so.',
  REQUEST_TIMEOUT: 'Retry, or raise --timeout.',
  TOO_MANY_REDIRECTS:
    'Look at the first answer with --no-follow --include, or raise --max-redirects if so many are right.',
  HTTP2_NOT_SPOKEN: 'Send it with --http 1.1 or --http auto.',
  ERR_HTTP2_HEADER_SINGLE_VALUE: 'Give it once, or send with --http 1.1.',
  DEPTH_ZERO_SELF_SIGNED_CERT: trust,
  SELF_SIGNED_CERT_IN_CHAIN: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trustAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trustAuthority,
}

/** Of these, what can be done about a request that stands in a file and not on the command line. */
const stepsOfRun: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'REQUEST_TIMEOUT',
  'SECRET_HOST_NOT_ALLOWED',
  'SECRET_MISSING',
  'SECRET_REDIRECT_NOT_ALLOWED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNKNOWN_HOST_VARIABLE',
  'VARIABLE_WITHHELD',
])

/** The next step as `parley run` tells it. */
export function nextStepInRun(code: string, common: string): string {
  return stepsOfRun.has(code) ? nextStepFor(code, common) : common
}

/** The next step as the command line tells it; the common one where that holds here too. */
export function nextStepFor(code: string, common: string): string {
  // Codes come from the system too; one that is a word of JavaScript must find nothing here.
  return (Object.hasOwn(nextSteps, code) ? nextSteps[code] : undefined) ?? common
}
