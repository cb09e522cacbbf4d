import type { LiveExport } from '@parley/server/contract'
import type { WindowContext } from '../../window/window-context.ts'
import { askedOf, type LiveCalls, type LiveQuestion } from './live-question.ts'

/** The format of an export: one JSON object a line, as the messages were received, or an archive of a WebSocket. */
export type ExportFormat = 'ndjson' | 'text' | 'har'

export interface ExportPorts extends Pick<WindowContext, 'after' | 'describeError'> {
  /** Saves the file with this handle. Resolves with a message for the user; empty: it is being saved. */
  download(handle: string): Promise<string>
}

/** The time until a file that is being made is requested again. */
const askAgainMs = 200

/** Saves the listed messages as a file. Resolves with a message for the user; empty: it is being saved. */
export async function exportMessages(
  sessionId: string,
  calls: Pick<LiveCalls, 'export'>,
  ports: ExportPorts,
  question: LiveQuestion,
  format: ExportFormat,
): Promise<string> {
  try {
    const made = await makeFile(() => calls.export({ sessionId, ...askedOf(question), format }), ports)
    return made.state === 'failed' ? `${made.sentence} ${made.nextStep}` : await ports.download(made.handle)
  } catch (error) {
    return `Not exported. ${ports.describeError(error)}`
  }
}

async function makeFile(
  make: () => Promise<LiveExport>,
  { after }: Pick<WindowContext, 'after'>,
): Promise<Exclude<LiveExport, { state: 'making' }>> {
  for (;;) {
    const file = await make()
    if (file.state !== 'making') return file
    await new Promise<void>(resolve => after(askAgainMs, resolve))
  }
}
