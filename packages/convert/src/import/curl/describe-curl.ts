import type { CurlFault, CurlNote } from './curl-import.ts'

/** Describes in one sentence why a command could not be converted, without its position. */
export function describeCurlFault({ code, subject }: CurlFault): string {
  switch (code) {
    case 'EMPTY':
      return 'There is no command in the text.'
    case 'NOT_CURL':
      return `${subject} is neither cURL nor grpcurl.`
    case 'UNCLOSED_QUOTE':
      return 'A quote opens here and is never closed.'
    case 'UNCLOSED_EXPANSION':
      return 'An expansion opens here and is never closed.'
    case 'MISSING_VALUE':
      return `${subject} needs a value.`
    case 'MISSING_URL':
      return 'The command names no URL.'
    case 'INVALID_FORM_FIELD':
      return `The form field ${subject} has no "=".`
    case 'CONFLICTING_METHODS':
      return `cURL accepts only one of ${subject}.`
    case 'UNSUPPORTED_SCHEME':
      return `The scheme ${subject} is not supported, only http, https, ws and wss.`
  }
}

/**
 * Describes in one sentence what was not understood, has no counterpart, or was read differently.
 * @param stepFor returns a sentence on where else to give what Settings have a place for
 */
export function describeCurlNote(
  { code, subject }: CurlNote,
  stepFor = (settings: string) => `Set it in Settings → ${settings}.`,
): string {
  switch (code) {
    case 'UNKNOWN_OPTION':
      return `${subject} is not a cURL option that Parley knows.`
    case 'NO_PLACE':
      return `${subject} cannot be part of a request and was left out.${whereElse(subject, stepFor)}`
    case 'NOT_RUN':
      return `${subject} is another command and was not run.`
    case 'SHELL_VARIABLE':
      return `The shell variable ${subject} became {{${subject}}}.`
    case 'SHELL_EXPANSION':
      return `${subject} was not run and stays as text.`
    case 'SMART_QUOTES':
      return 'Typographic quotes were read as straight ones.'
    case 'UNQUOTED_SEPARATOR':
      return `"${subject}" without quotes was read as part of the word.`
    case 'HEADER_NOT_REMOVED':
      return `The generated header ${subject} cannot be left out.`
    case 'HEADER_IGNORED':
      return `${subject} is not a header; cURL leaves it out too.`
    case 'COOKIES_REPLACED':
      return `A Cookie header is set, so --cookie ${subject} is not sent.`
    case 'LINE_BREAKS_KEPT':
      return `The line breaks of ${subject} are sent, which cURL would leave out.`
    case 'FILE_IN_TEXT':
      return `${subject} is part of a text; insert its content by hand.`
    case 'FILE_NAME_NOT_KEPT':
      return `A file is sent under its own name, not as ${subject}.`
    case 'FORM_FIELD_IGNORED':
      return `${subject} of a form field was left out.`
    case 'URL_NOT_EXPANDED':
      return `${subject} is a pattern that was not expanded.`
    case 'UNKNOWN_FLAG':
      return `${subject} is not a grpcurl flag that Parley knows.`
    case 'LEFT_OUT':
      return `${subject} replaces something that was left out: complete the request.`
    case 'PLACEHOLDER':
      return `${subject} is a placeholder for a value: replace it.`
    case 'WORD_IGNORED':
      return `grpcurl accepts no further arguments, so ${subject} was left out.`
    case 'NO_CALL':
      return `${subject} calls no method: choose one under Method.`
    case 'IMPORT_PATH':
      return `The import path ${subject} belongs to the collection: add it there.`
    case 'NO_INPUT':
      return `${subject} reads the messages from standard input, which is not available here: type them.`
  }
}

/** Returns where Parley has the setting that an option changes. */
function whereElse(written: string, stepFor: (settings: string) => string): string {
  const name = /^--?([\w-]+)/.exec(written)?.[1] ?? ''
  const settings = settingsOf.find(([options]) => options.has(name))?.[1]
  return settings === undefined ? '' : ` ${stepFor(settings)}`
}

const settingsOf: readonly (readonly [options: ReadonlySet<string>, settings: string])[] = [
  [new Set(['insecure']), 'Certificates → Disable SSL Verification'],
  [new Set(['cert', 'key', 'cacert', 'cert-type', 'key-type', 'pass']), 'Certificates'],
  [new Set(['proxy', 'preproxy', 'proxy-user', 'socks5', 'socks5-hostname', 'noproxy']), 'Proxy'],
  [new Set(['connect-timeout']), 'General'],
]
