import type { BodyFormat, BodyRows } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

/** What the Format picker offers; `auto` is what the response says (behaviour 2.3). */
export type FormatChoice = BodyFormat | 'auto'

/** A body as text, in one view and format. */
export interface BodyView {
  readonly handle: string
  readonly view: 'pretty' | 'raw'
  readonly format: FormatChoice
  /** Of JSON: only what this JSONPath matches. None, or empty: all of it. */
  readonly filter?: string
}

/** What the page knows about a body's text: its first rows. The text itself stays on the server. */
export type BodyTextState =
  | { readonly state: 'reading' }
  | { readonly state: 'failed'; readonly reason: string }
  | ReadBodyText

export interface ReadBodyText extends BodyRows {
  readonly state: 'read'
}

/** The calls that read bodies by rows. */
export type BodyTextCalls = Pick<ServerClient['bodies'], 'readRows'>

type BodyTextsState = Readonly<Record<string, BodyTextState | undefined>>

/** A body with at most this many rows is loaded completely, with the editor's folds. */
const maxLoadedRows = 4000
/** The rows per request of the progress of a longer body: as many as the viewer loads at once. */
const longBodyRows = 400
/** The time until the progress of a body is requested again. */
export const askAgainMs = 120
/** How often a text is requested ahead that has no rows yet. */
const maxReadsAhead = 8
/** The number of bodies that are kept, so that switching back needs no read. */
const maxBodies = 6

export const bodyTextKey = ({ handle, view, format, filter = '' }: BodyView) =>
  `${view}/${format}/${handle}/${filter}`

/** Reads response bodies by rows, and follows those that grow, are indexed or formatted. */
export function createBodyTexts(
  calls: BodyTextCalls,
  { after, describeError }: Pick<WindowContext, 'after' | 'describeError'>,
) {
  const store = createStore<BodyTextsState>(() => ({}))
  const followed = new Map<string, number>()
  const beingRead = new Set<string>()
  const put = createEviction(store, followed)

  async function readUntilWhole(view: BodyView): Promise<void> {
    const key = bodyTextKey(view)
    if (beingRead.has(key)) return
    beingRead.add(key)
    await readWhile(view, key)
    beingRead.delete(key)
  }

  async function readWhile(view: BodyView, key: string): Promise<void> {
    while ((followed.get(key) ?? 0) > 0) {
      try {
        const rows = await readFirstRows(calls, view, store.getState()[key])
        // Where another text takes the place of this one, it stays until that has rows.
        const isKept = isBlankYet(rows) && store.getState()[key]?.state === 'read'
        if ((followed.get(key) ?? 0) > 0 && !isKept) put(key, { ...rows, state: 'read' })
        if (rows.isWhole) return
      } catch (error) {
        // The next send may have released the body. What was read of it stays until its response is there.
        if (store.getState()[key]?.state !== 'read')
          put(key, { state: 'failed', reason: describeError(error) })
        return
      }
      await new Promise<void>(resolve => after(askAgainMs, resolve))
    }
  }

  function follow(view: BodyView): () => void {
    const key = bodyTextKey(view)
    followed.set(key, (followed.get(key) ?? 0) + 1)
    const known = store.getState()[key]
    if (known?.state !== 'read') put(key, { state: 'reading' })
    if (!(known?.state === 'read' && known.isWhole)) void readUntilWhole(view)
    let isFollowing = true
    return () => {
      if (isFollowing) followed.set(key, (followed.get(key) ?? 1) - 1)
      isFollowing = false
    }
  }

  return {
    store,
    /** Reads a view and keeps up with it until the returned function is called. */
    follow,
    /** Reads a view that is not followed yet, so that it shows at once when it is. */
    async readAhead(view: BodyView): Promise<void> {
      const key = bodyTextKey(view)
      if (store.getState()[key]?.state === 'read') return
      put(key, { ...(await readSomeRows(calls, after, view)), state: 'read' })
    },
  }
}

/**
 * Whether rows of a text will come, of which nothing is known: on a busy server its index takes longer than one call. Until
 * then the text is an empty row.
 */
const isBlankYet = ({ rows: [first, ...others], isWhole }: BodyRows) =>
  !isWhole && others.length === 0 && (first?.text ?? '') === ''

/** Returns what stores a text, and forgets the oldest that nobody follows. */
function createEviction(store: StoreApi<BodyTextsState>, followed: ReadonlyMap<string, number>) {
  return (key: string, value: BodyTextState): void => {
    const others = Object.entries(store.getState()).filter(([other]) => other !== key)
    const isFollowed = ([other]: (typeof others)[number]) => (followed.get(other) ?? 0) > 0
    const evictable = others.filter(entry => !isFollowed(entry)).slice(-maxBodies + 1)
    store.setState(Object.fromEntries([...evictable, ...others.filter(isFollowed), [key, value]]), true)
  }
}

/** Reads the first rows of a view, and again while there is none, some times. */
async function readSomeRows(
  calls: BodyTextCalls,
  after: WindowContext['after'],
  view: BodyView,
): Promise<BodyRows> {
  for (let reads = 1; ; reads += 1) {
    const rows = await calls.readRows({ ...view, firstRow: 0, maxRows: maxLoadedRows })
    if (!isBlankYet(rows) || reads === maxReadsAhead) return rows
    await new Promise<void>(resolve => after(askAgainMs, resolve))
  }
}

/** Reads all rows of a short body, and few of one known to be long, each time its progress is requested. */
async function readFirstRows(
  calls: BodyTextCalls,
  view: BodyView,
  known: BodyTextState | undefined,
): Promise<BodyRows> {
  const isLong = known?.state === 'read' && known.totalRows > maxLoadedRows
  const maxRows = isLong ? longBodyRows : maxLoadedRows
  const rows = await calls.readRows({ ...view, firstRow: 0, maxRows })
  // The text may have been replaced by a short one, of which all rows are shown: received, then formatted.
  if (!isLong || rows.totalRows > maxLoadedRows) return rows
  return calls.readRows({ ...view, firstRow: 0, maxRows: maxLoadedRows })
}
