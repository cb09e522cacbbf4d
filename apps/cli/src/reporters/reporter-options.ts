/** How much a reporter prints. */
export interface ReporterOptions {
  readonly isColored: boolean
  readonly isQuiet: boolean
  readonly isVerbose: boolean
}
