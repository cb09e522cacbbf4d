import type { Row } from '../row.ts'
import { paramsFromUrl, queryPieces } from './query-params.ts'
import { showsPiece } from './query-piece.ts'

/** A request, or a part of one, that shows the query of its URL as rows. */
export interface UrlWithParams {
  readonly url: string
  readonly params: readonly Row[]
}

/**
 * Returns the request with the rows that its URL has, which its own list may lack or contradict: a file that
 * another program wrote, or a request that was made from its URL alone (behaviour 2.1). The request itself if they agree.
 */
export function withAlignedParams<Request extends UrlWithParams>(request: Request): Request {
  const params = alignParams(request.url, request.params)
  return params === request.params ? request : { ...request, params }
}

/**
 * Returns one ticked row per piece of the query. Rows of the list that show a piece keep what the URL does not have, as their
 * description. Unticked rows keep their places, and a ticked row that the URL does not have is unticked, as it is
 * not sent. Returns the list itself if it agrees.
 */
export function alignParams(url: string, list: readonly Row[]): readonly Row[] {
  const pieces = queryPieces(url)
  const ticked = list.filter(row => row.enabled)
  if (agrees(pieces, ticked)) return list
  const owners = ownersOf(pieces, ticked)
  const positions = new Map(owners.flatMap((row, at) => (row === undefined ? [] : [[row, at] as const])))
  const shown = paramsFromUrl(url, [])
  const rows: Row[] = []
  let next = 0
  const pushUpTo = (limit: number) => {
    for (; next < limit; next += 1) {
      const [piece, row, owner] = [pieces[next], shown[next], owners[next]]
      if (piece === undefined || row === undefined) continue
      if (owner === undefined) rows.push(row)
      else rows.push(showsPiece(owner, piece) ? owner : { ...owner, ...row })
    }
  }
  for (const row of list) {
    const position = row.enabled ? positions.get(row) : undefined
    if (position === undefined) rows.push(row.enabled ? { ...row, enabled: false } : row)
    else pushUpTo(position + 1)
  }
  pushUpTo(pieces.length)
  return rows
}

/** A single empty row writes nothing. */
function agrees(pieces: readonly string[], ticked: readonly Row[]): boolean {
  const [first] = ticked
  if (pieces.length === 0 && ticked.length === 1) return first?.name === '' && first.value === ''
  return (
    pieces.length === ticked.length &&
    pieces.every((piece, at) => {
      const row = ticked[at]
      return row !== undefined && showsPiece(row, piece)
    })
  )
}

/**
 * Returns for each piece the ticked row that showed it: one that shows this very piece, else one that has its name. Each row
 * is taken once.
 */
function ownersOf(pieces: readonly string[], ticked: readonly Row[]): readonly (Row | undefined)[] {
  const shown = paramsFromUrl(`?${pieces.join('&')}`, [])
  const byText = new RowQueues(ticked, textKey)
  const exact = pieces.map((piece, at) => {
    const row = shown[at]
    return row === undefined ? undefined : byText.take(textKey(row), one => showsPiece(one, piece))
  })
  const taken = new Set(exact)
  const byName = new RowQueues(
    ticked.filter(row => !taken.has(row)),
    row => row.name,
  )
  return exact.map((owner, at) => owner ?? byName.take(shown[at]?.name ?? ''))
}

/** Rows by a key, in their order. */
class RowQueues {
  readonly #rows = new Map<string, Row[]>()

  constructor(rows: readonly Row[], keyOf: (row: Row) => string) {
    for (const row of rows.toReversed()) {
      const queue = this.#rows.get(keyOf(row))
      if (queue === undefined) this.#rows.set(keyOf(row), [row])
      else queue.push(row)
    }
  }

  /** Takes the first one. */
  take(key: string, fits: (row: Row) => boolean = () => true): Row | undefined {
    const queue = this.#rows.get(key)
    const row = queue?.at(-1)
    if (row === undefined || !fits(row)) return undefined
    queue?.pop()
    return row
  }
}

function textKey({ name, value }: Row): string {
  return `${name.length} ${name}${value}`
}
