import type { ExportEvent, ExportInput } from '@parley/server/contract'

export type RunReportFormat = Extract<ExportInput, { kind: 'run' }>['format']

export interface RunReportsPorts {
  start(exportId: string, what: ExportInput): Promise<unknown>
  /** Has the browser save the file. */
  save(exportId: string): Promise<void>
  /** Told why there is no file, as a sentence. */
  failed(text: string): void
  describeError(error: unknown): string
  newId(): string
}

/** Reports of runs as files, in the words of `parley run`. */
export function createRunReports(ports: RunReportsPorts) {
  let exportId = ''

  return {
    /** Makes the report of a run; it is saved as soon as it is made. */
    async make(runId: string, format: RunReportFormat): Promise<void> {
      exportId = ports.newId()
      try {
        await ports.start(exportId, { kind: 'run', runId, format })
      } catch (error) {
        ports.failed(ports.describeError(error))
      }
    },
    async receive(event: ExportEvent): Promise<void> {
      if (event.exportId !== exportId) return
      if (event.state === 'failed') return ports.failed(`${event.sentence} ${event.nextStep}`)
      try {
        await ports.save(event.exportId)
      } catch (error) {
        ports.failed(ports.describeError(error))
      }
    },
  }
}
