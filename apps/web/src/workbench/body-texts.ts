import { createStore } from 'zustand/vanilla'

export type BodyView = 'pretty' | 'raw'

/** How much of a response body is read at first, so that it shows at once. */
export const bodyPieceBytes = 256 * 1024
/** How much each further read brings. */
const furtherPieceBytes = 1024 * 1024

/** What the page has read of a response body, in one view. */
export type BodyTextState =
  | { readonly state: 'reading' }
  | { readonly state: 'failed'; readonly reason: string }
  | ReadBodyText

export interface ReadBodyText {
  readonly state: 'read'
  readonly text: string
  readonly nextOffset: number | null
  readonly totalBytes: number
  readonly view: BodyView
  readonly language: 'json' | 'text'
  readonly isText: boolean
  readonly isReadingMore: boolean
}

interface BodyPiece {
  readonly text: string
  readonly nextOffset: number | null
  readonly totalBytes: number
  readonly view: BodyView
  readonly language: 'json' | 'text'
  readonly isText: boolean
}

export interface BodyTextPorts {
  readText(input: {
    readonly handle: string
    readonly view: BodyView
    readonly offset: number
    readonly maxBytes: number
  }): Promise<BodyPiece>
  describeError(error: unknown): string
}

type BodyTextsState = Readonly<Record<string, BodyTextState | undefined>>

/** As many bodies are kept as switch back without a read. */
const keptBodies = 6

export const bodyTextKey = (handle: string, view: BodyView) => `${view}:${handle}`

/** Reads response bodies by range. Bodies themselves stay in the server; here is only what is shown. */
export function createBodyTexts(ports: BodyTextPorts) {
  const store = createStore<BodyTextsState>(() => ({}))
  const put = (key: string, value: BodyTextState) => store.setState({ [key]: value })

  async function readPiece(handle: string, view: BodyView, offset: number): Promise<BodyPiece> {
    return ports.readText({
      handle,
      view,
      offset,
      maxBytes: offset === 0 ? bodyPieceBytes : furtherPieceBytes,
    })
  }

  return {
    store,
    /** Reads the first piece unless that was done. */
    async open(handle: string, view: BodyView): Promise<void> {
      const key = bodyTextKey(handle, view)
      const known = store.getState()[key]
      if (known !== undefined && known.state !== 'failed') return
      forgetOldest(store.getState(), next => store.setState(next, true))
      put(key, { state: 'reading' })
      try {
        const piece = await readPiece(handle, view, 0)
        put(key, { ...piece, state: 'read', isReadingMore: false })
      } catch (error) {
        put(key, { state: 'failed', reason: ports.describeError(error) })
      }
    },
    /** Reads the next piece and appends it. */
    async readMore(handle: string, view: BodyView): Promise<void> {
      const key = bodyTextKey(handle, view)
      const known = store.getState()[key]
      if (known?.state !== 'read' || known.nextOffset === null || known.isReadingMore) return
      put(key, { ...known, isReadingMore: true })
      try {
        const piece = await readPiece(handle, view, known.nextOffset)
        put(key, { ...piece, state: 'read', text: known.text + piece.text, isReadingMore: false })
      } catch (error) {
        put(key, { state: 'failed', reason: ports.describeError(error) })
      }
    },
  }
}

function forgetOldest(state: BodyTextsState, replace: (next: BodyTextsState) => void): void {
  const entries = Object.entries(state)
  if (entries.length >= keptBodies)
    replace(Object.fromEntries(entries.slice(entries.length - keptBodies + 1)))
}
