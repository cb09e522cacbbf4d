import type { ExportEvent, ExportInput } from '@parley/server/contract'
import type { FileExports } from '../../server-client/file-exports.ts'
import type { WindowContext } from '../../window/window-context.ts'

export type RunReportFormat = Extract<ExportInput, { kind: 'run' }>['format']

/** Reports of runs as files, in the formats of `parley run`. */
export function createRunReports(
  files: FileExports,
  window: Pick<WindowContext, 'toasts' | 'newId' | 'describeError'>,
) {
  let exportId = ''
  const fail = (text: string) => window.toasts.showError('Report not exported', text)

  return {
    /** Creates the report of a run, which is saved as soon as it is ready. */
    async make(runId: string, format: RunReportFormat): Promise<void> {
      exportId = window.newId()
      try {
        await files.start(exportId, { kind: 'run', runId, format })
      } catch (error) {
        fail(window.describeError(error))
      }
    },
    async receive(event: ExportEvent): Promise<void> {
      if (event.exportId !== exportId) return
      if (event.state === 'failed') return fail(`${event.sentence} ${event.nextStep}`)
      try {
        await files.save(event.exportId)
      } catch (error) {
        fail(window.describeError(error))
      }
    },
  }
}
