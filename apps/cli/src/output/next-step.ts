const trust =
  'Check that this is the server you mean; if it is, name a PEM file of its certificate with --cacert.'
const trustAuthority =
  'Check that this is the server you mean; if it is, name a PEM file of its authority with --cacert.'

/**
 * Next steps for failures for which the command line has its own. The common steps mention tabs, rows and
 * settings; here there are options instead.
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
    'Look at the first response with --no-follow --include, or raise --max-redirects if the number is expected.',
  HTTP2_NOT_SPOKEN: 'Send it with --http 1.1 or --http auto.',
  ERR_HTTP2_HEADER_SINGLE_VALUE: 'Give it once, or send with --http 1.1.',
  DEPTH_ZERO_SELF_SIGNED_CERT: trust,
  SELF_SIGNED_CERT_IN_CHAIN: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trustAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trustAuthority,
}

/**
 * The codes whose own steps also apply to `parley run`, where the request is in a file and not on the command
 * line.
 */
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

/** Returns the next step for `parley run`. */
export function nextStepInRun(code: string, common: string): string {
  return stepsOfRun.has(code) ? nextStepFor(code, common) : common
}

/** Returns the next step for the command line, or the common one if the command line has none of its own. */
export function nextStepFor(code: string, common: string): string {
  // Codes also come from the system; one that is a property name of every object must not match here.
  return (Object.hasOwn(nextSteps, code) ? nextSteps[code] : undefined) ?? common
}
