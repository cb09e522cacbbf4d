import { becauseOf, describeFileError, failureCodeOf } from '@parley/files'
import type { Context } from 'hono'
import * as z from 'zod'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from './picked-files.ts'

/** The query parameters of an upload; its content is the file. */
const uploadSchema = z.strictObject({
  /** A random ID, chosen once by the page for each window. */
  windowId: z.uuid(),
  /** The name as the browser reports it. */
  name: z.string().max(4096),
})

/**
 * Receives a picked file of any size piece by piece. It is not a procedure of the contract, because
 * procedures read their input as a whole; the access rules apply to it as well.
 */
export async function receiveFile(
  context: Context,
  pickedFiles: PickedFiles,
  expectWindow: (windowId: string) => void,
): Promise<Response> {
  if (context.req.header('content-type') !== 'application/octet-stream')
    return context.text('A file is sent as application/octet-stream.\n', 415)
  const upload = uploadSchema.safeParse(context.req.query())
  if (!upload.success) return context.text('An upload names its window and its file.\n', 400)
  expectWindow(upload.data.windowId)
  try {
    const content = context.req.raw.body ?? emptyContent()
    return context.json(await pickedFiles.add(upload.data.windowId, upload.data.name, content))
  } catch (error) {
    const code = failureCodeOf(error)
    const description = describeFileError(code)
    if (description !== null)
      return context.text(
        `The file could not be stored for sending${becauseOf(code)}. ${description.nextStep}\n`,
        507,
      )
    if (!context.req.raw.signal.aborted) logFault('an upload', error)
    return context.text('The file could not be read to its end. Select it again.\n', 500)
  }
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}
