/** How much a reporter says. */
export interface ReporterOptions {
  readonly isColored: boolean
  readonly isQuiet: boolean
  readonly isVerbose: boolean
}
