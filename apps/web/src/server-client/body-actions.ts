import type { BodyText } from '@parley/server/contract'
import type { BodyView } from '../workbench/response/body-texts.ts'
import { describeCallError } from './describe-error.ts'
import { fileSaver } from './file-saver.ts'
import type { ServerClient } from './server-client.ts'

const copyPieceBytes = 1_048_576

type BodyReading = Pick<ServerClient['bodies'], 'readText'>

/** Copies the whole body, not only what is shown. Resolves with the message for the user. */
export async function copyBody(bodies: BodyReading, view: BodyView): Promise<string> {
  return copySelection(readWholeBody(bodies, view))
}

/** What was to be copied is not known; the message is a sentence for the user. */
export class NotCopied extends Error {}

/** Copies a body that is still being read. Resolves with the message for the user. */
export async function copySelection(text: Promise<string>): Promise<string> {
  try {
    await copyText(text)
    return 'Copied'
  } catch (error) {
    if (error instanceof NotCopied) return `Not copied. ${error.message}`
    if (error instanceof DOMException) return 'The browser did not allow copying. Use Download.'
    return `Not copied. ${describeCallError(error)}`
  }
}

/** Passing a promise keeps the permission to write that the click gave, however long reading takes. */
export async function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then(whole => new Blob([whole], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

/**
 * Returns the whole of a body as text, read piece by piece. Waits while the body is being formatted; a body
 * that is formatted or merged while it is read is read again, because offsets are valid in one view and revision only.
 */
export async function readWholeBody(bodies: BodyReading, view: BodyView): Promise<string> {
  let pieces: string[] = []
  let readAs: Pick<BodyText, 'view' | 'revision'> | null = null
  let offset: number | null = 0
  while (offset !== null) {
    const piece: BodyText = await bodies.readText({
      ...view,
      offset,
      maxBytes: copyPieceBytes,
    })
    if (piece.isFormatting || (readAs !== null && !isSame(readAs, piece))) {
      pieces = []
      readAs = null
      offset = 0
    } else {
      pieces.push(piece.text)
      readAs = piece
      offset = piece.nextOffset
    }
  }
  return pieces.join('')
}

function isSame(one: Pick<BodyText, 'view' | 'revision'>, other: typeof one): boolean {
  return one.view === other.view && one.revision === other.revision
}

/** Lets the browser load the body from a single-use address. Resolves with the message for the user. */
export async function downloadBody(
  bodies: Pick<ServerClient['bodies'], 'mintTicket'>,
  handle: string,
): Promise<string> {
  try {
    const { path } = await bodies.mintTicket({ handle, purpose: 'download' })
    fileSaver().saveFrom(path)
    return ''
  } catch (error) {
    return `Not downloaded. ${describeCallError(error)}`
  }
}
