/** The formats whose bodies can be laid out; the others read as they come. */
export type PrintableFormat = 'json' | 'xml' | 'html' | 'javascript' | 'css'

/** What a thread that lays bodies out is asked for. */
export interface FormatJob {
  readonly sourcePath: string
  /** Must not exist. */
  readonly targetPath: string
  readonly format: PrintableFormat
  readonly encoding: string
  readonly markBytes: number
}
