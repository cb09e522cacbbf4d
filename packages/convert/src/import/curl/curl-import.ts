import type { HttpRequest } from '@parley/model'
import type { TextPosition } from '../text-position.ts'

/** The requests of a pasted text, with all notes and faults. */
export interface CurlImport {
  readonly requests: readonly HttpRequest[]
  readonly notes: readonly CurlNote[]
  readonly filesToPick: readonly CurlFile[]
  /** What the commands say of their output, which is no part of a request. */
  readonly outputs: readonly CurlOutput[]
  /** The commands that could not be converted. */
  readonly faults: readonly CurlFault[]
}

/** The subject of a note; see `describeCurlNote`. */
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
  | 'UNKNOWN_FLAG'
  | 'LEFT_OUT'
  | 'PLACEHOLDER'
  | 'WORD_IGNORED'
  | 'NO_CALL'
  | 'IMPORT_PATH'
  | 'NO_INPUT'

/** A part of a command that was not understood, has no counterpart in a request, or was read differently. */
export interface CurlNote {
  readonly code: CurlNoteCode
  /** The affected option, header or text. */
  readonly subject: string
  readonly position: TextPosition
}

/** An option for what curl prints or stores, by its long name without dashes. */
export interface CurlOutput {
  readonly name: string
  /** Empty for a switch. */
  readonly value: string
}

/** A file that a command names. It is read only after the user has picked it (attacks IM3). */
export interface CurlFile {
  readonly filePath: string
  readonly use: 'body' | 'formPart' | 'certificate' | 'headers' | 'cookies' | 'config' | 'definition'
  readonly position: TextPosition
}

/** The reason why a command could not be converted. */
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

/** A fault and its position. */
export interface CurlFault {
  readonly code: CurlFaultCode
  readonly subject: string
  readonly position: TextPosition
}
