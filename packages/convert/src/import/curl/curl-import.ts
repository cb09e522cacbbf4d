import type { HttpRequest } from '@parley/model'
import type { TextPosition } from '../text-position.ts'

/** The requests of a pasted text, and all that is to be told of them. */
export interface CurlImport {
  readonly requests: readonly HttpRequest[]
  readonly notes: readonly CurlNote[]
  readonly filesToPick: readonly CurlFile[]
  /** Commands of which no request could be made. */
  readonly faults: readonly CurlFault[]
}

/** What a note is about; see `describeCurlNote`. */
export type CurlNoteCode =
  | 'UNKNOWN_OPTION'
  | 'NO_PLACE'
  | 'NOT_RUN'
  | 'SHELL_VARIABLE'
  | 'SHELL_EXPANSION'
  | 'SMART_QUOTES'
  | 'UNQUOTED_SEPARATOR'
  | 'HEADER_NOT_REMOVED'
  | 'HEADER_IGNORED'
  | 'COOKIES_REPLACED'
  | 'LINE_BREAKS_KEPT'
  | 'FILE_IN_TEXT'
  | 'FILE_NAME_NOT_KEPT'
  | 'FORM_FIELD_IGNORED'
  | 'URL_NOT_EXPANDED'

/** Something of a command that was not understood, has no place in a request, or was read differently. */
export interface CurlNote {
  readonly code: CurlNoteCode
  /** The option, header or text that it is about. */
  readonly subject: string
  readonly position: TextPosition
}

/** A file that a command names. It is read only after the user picked it (attacks IM3). */
export interface CurlFile {
  readonly filePath: string
  readonly use: 'body' | 'formPart' | 'certificate' | 'headers' | 'cookies' | 'config'
  readonly position: TextPosition
}

/** What keeps a command from becoming a request. */
export type CurlFaultCode =
  | 'EMPTY'
  | 'NOT_CURL'
  | 'UNCLOSED_QUOTE'
  | 'UNCLOSED_EXPANSION'
  | 'MISSING_VALUE'
  | 'MISSING_URL'
  | 'INVALID_FORM_FIELD'
  | 'CONFLICTING_METHODS'
  | 'UNSUPPORTED_SCHEME'

/** A fault and its place. */
export interface CurlFault {
  readonly code: CurlFaultCode
  readonly subject: string
  readonly position: TextPosition
}
