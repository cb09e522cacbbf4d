import type { BodyFiles } from './body-files.ts'

/** The formats that Parley can pretty-print. Bodies of other formats are shown as received. */
export type PrintableFormat = 'json' | 'xml' | 'html' | 'javascript' | 'css'

/** A job for the thread that formats bodies. */
export interface FormatJob extends BodyFiles {
  readonly format: PrintableFormat
}
