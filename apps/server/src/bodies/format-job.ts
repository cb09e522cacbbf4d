import type { BodyFiles } from './body-files.ts'

/** The formats whose bodies can be laid out; the others read as they come. */
export type PrintableFormat = 'json' | 'xml' | 'html' | 'javascript' | 'css'

/** What a thread that lays bodies out is asked for. */
export interface FormatJob extends BodyFiles {
  readonly format: PrintableFormat
}
