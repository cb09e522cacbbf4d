/**
 * The changes that a command is about to make to files and their IDs. It is stored before the files change
 * and removed after the IDs have changed, so that a start after a kill can compare it with the disk (attacks
 * SE10).
 */
export type Intent = MoveIntent | CreateIntent | RemoveIntent | RestoreIntent

interface BaseIntent {
  readonly intentId: string
}

/** A file or folder moves; both paths are equal if only its position among the siblings changes. */
export interface MoveIntent extends BaseIntent {
  readonly kind: 'move'
  readonly from: string
  readonly to: string
  /** The name that its file gets before the move. */
  readonly name?: string
  /** Its position among the siblings after the move. */
  readonly index?: number
}

/** A file or folder is created. Its new IDs, and the secrets of its files, are stored first. */
export interface CreateIntent extends BaseIntent {
  readonly kind: 'create'
  readonly path: string
  readonly ids: readonly string[]
  /** The entry that is copied; the copy is placed behind it. */
  readonly copyOf?: string
  /** The name that the copy gets at the end. */
  readonly name?: string
}

/** A file or folder moves to the trash. */
export interface RemoveIntent extends BaseIntent {
  readonly kind: 'remove'
  readonly path: string
  readonly trashId: string
}

/** A file or folder is restored from the trash, with its old IDs. */
export interface RestoreIntent extends BaseIntent {
  readonly kind: 'restore'
  readonly path: string
  readonly trashId: string
  readonly entries: readonly { readonly path: string; readonly id: string }[]
}

type WithoutId<One> = One extends Intent ? Omit<One, 'intentId'> : never

/** An intent before it is stored. */
export type NewIntent = WithoutId<Intent>

/** Parses a stored intent; null if this version does not know it. */
export function readIntent(value: unknown): Intent | null {
  const get = (key: string): unknown => Reflect.get(Object(value), key)
  const [intentId, kind] = [get('intentId'), get('kind')]
  const [path, trashId, name] = [get('path'), get('trashId'), optional(get('name'), isText)]
  if (!isText(intentId) || name === null) return null
  const withName = name === undefined ? {} : { name }
  if (kind === 'move') {
    const [from, to, index] = [get('from'), get('to'), optional(get('index'), isNumber)]
    if (!isText(from) || !isText(to) || index === null) return null
    return { intentId, kind, from, to, ...withName, ...(index === undefined ? {} : { index }) }
  }
  if (!isText(path)) return null
  if (kind === 'create') {
    const [ids, copyOf] = [listOf(get('ids'), isText), optional(get('copyOf'), isText)]
    if (ids === null || copyOf === null) return null
    return { intentId, kind, path, ids, ...withName, ...(copyOf === undefined ? {} : { copyOf }) }
  }
  if (!isText(trashId)) return null
  if (kind === 'remove') return { intentId, kind, path, trashId }
  const entries = listOf(get('entries'), isEntry)
  return kind === 'restore' && entries !== null ? { intentId, kind, path, trashId, entries } : null
}

/** Returns null for an invalid value. */
function optional<Value>(value: unknown, is: (value: unknown) => value is Value): Value | undefined | null {
  return value === undefined || is(value) ? value : null
}

function listOf<Value>(value: unknown, is: (value: unknown) => value is Value): readonly Value[] | null {
  return Array.isArray(value) && value.every(is) ? value : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isEntry(value: unknown): value is RestoreIntent['entries'][number] {
  return isText(Reflect.get(Object(value), 'path')) && isText(Reflect.get(Object(value), 'id'))
}
