import type { ExportEvent, ExportInput } from '@parley/server/contract'
import type { FileExports } from '../server-client/file-exports.ts'
import type { WindowContext } from '../window/window-context.ts'

/** Files that a command makes and saves without a dialog: reports of runs, and environments. */
export function createSavedExports(
  files: FileExports,
  window: Pick<WindowContext, 'toasts' | 'newId' | 'describeError'>,
) {
  let exportId = ''
  let failureTitle = ''
  const fail = (text: string) => window.toasts.showError(failureTitle, text)

  return {
    /**
     * Creates a file, which is saved as soon as it is ready.
     * @param title of the message if that fails
     */
    async make(source: ExportInput, title: string): Promise<void> {
      exportId = window.newId()
      failureTitle = title
      try {
        await files.start(exportId, source)
      } catch (error) {
        fail(window.describeError(error))
      }
    },
    async receive(event: ExportEvent): Promise<void> {
      if (event.exportId !== exportId) return
      if (event.state === 'failed') return fail(`${event.sentence} ${event.nextStep}`)
      try {
        await files.save(event.exportId)
        if (event.losses.length > 0)
          window.toasts.show({
            kind: 'notice',
            owner: 'page',
            // The lines are shown nowhere else.
            asks: true,
            title: `${event.fileName} was saved`,
            code: '',
            text: 'The file has no place for some parts.',
            lines: event.losses,
          })
      } catch (error) {
        fail(window.describeError(error))
      }
    },
  }
}
