import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import { askAgainMs, type BodyView } from './body-texts.ts'

/** The number of rows per request for folds. */
const maxFoldRows = 1000

/** Returns which of some rows start a fold; resolves once the server knows. */
export async function readFoldStarts(
  bodies: Pick<ServerClient['bodies'], 'readFoldStarts'>,
  after: WindowContext['after'],
  view: BodyView,
  firstRow: number,
  maxRows: number,
): Promise<readonly number[]> {
  const found: number[] = []
  for (let first = firstRow; first < firstRow + maxRows; ) {
    const asked = Math.min(maxFoldRows, firstRow + maxRows - first)
    const { isWhole, starts } = await bodies.readFoldStarts({ ...view, firstRow: first, maxRows: asked })
    if (isWhole) {
      found.push(...starts.map(start => start.row))
      first += asked
    } else await new Promise<void>(resolve => after(askAgainMs, resolve))
  }
  return found
}
