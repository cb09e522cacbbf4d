import { failed, ok, type Result } from '@parley/model'
import type { RunItem } from './run-item.ts'

/** Which requests of a run are sent. Each list that is empty chooses nothing. */
export interface RunSelection {
  /** Names of folders, or paths of names as `Admin/Users`. */
  readonly folders: readonly string[]
  /** Names or paths of requests, with `*` for any text, or `tag:name`. */
  readonly only: readonly string[]
  /** The same; these are left out. */
  readonly skip: readonly string[]
  /** Keys of requests, as those that failed in an earlier run; null: all. */
  readonly keys: ReadonlySet<string> | null
}

/** A word of a selection that nothing answers to. */
export interface EmptyChoice {
  readonly part: 'folders' | 'only' | 'skip'
  readonly word: string
  /** What there is, for a sentence. */
  readonly known: readonly string[]
}

/** The chosen requests in their order. A word that fits nothing is a failure: it is a typing error more often than not. */
export function selectRunItems(
  items: readonly RunItem[],
  { folders, only, skip, keys }: RunSelection,
): Result<readonly RunItem[], EmptyChoice> {
  const empty =
    emptyChoice('folders', folders, items, isInFolder) ??
    emptyChoice('only', only, items, isChosenBy) ??
    emptyChoice('skip', skip, items, isChosenBy)
  if (empty !== null) return failed(empty)
  return ok(
    items.filter(
      item =>
        (folders.length === 0 || folders.some(word => isInFolder(item, word))) &&
        (only.length === 0 || only.some(word => isChosenBy(item, word))) &&
        !skip.some(word => isChosenBy(item, word)) &&
        (keys === null || keys.has(item.key)),
    ),
  )
}

/**
 * Whether its name and folders allow a request to be chosen; its tags and its key may still rule it out.
 * @param path names of the collection and the folders that it is in, outermost first
 */
export function isNameChosen(
  { folders, only, skip }: Omit<RunSelection, 'keys'>,
  path: readonly string[],
  name: string,
): boolean {
  const named = { path, request: { name, tags: [] } }
  const isTag = (word: string) => word.startsWith('tag:')
  return (
    (folders.length === 0 || folders.some(word => isInFolder(named, word))) &&
    (only.length === 0 || only.some(word => isTag(word) || isChosenBy(named, word))) &&
    !skip.some(word => !isTag(word) && isChosenBy(named, word))
  )
}

/** The keys of the requests that words choose. */
export function keysOf(
  items: readonly RunItem[],
  words: readonly string[],
): Result<ReadonlySet<string>, EmptyChoice> {
  const empty = emptyChoice('only', words, items, isChosenBy)
  if (empty !== null) return failed(empty)
  return ok(new Set(items.filter(item => words.some(word => isChosenBy(item, word))).map(item => item.key)))
}

const shownNames = 10

function emptyChoice(
  part: EmptyChoice['part'],
  words: readonly string[],
  items: readonly RunItem[],
  fits: (item: RunItem, word: string) => boolean,
): EmptyChoice | null {
  const word = words.find(one => !items.some(item => fits(item, one)))
  if (word === undefined) return null
  const names = items.flatMap(item =>
    part === 'folders' ? [item.path.slice(1).join('/')] : [item.request.name],
  )
  return { part, word, known: [...new Set(names)].filter(name => name !== '').slice(0, shownNames) }
}

interface Named {
  readonly path: readonly string[]
  readonly request: Pick<RunItem['request'], 'name' | 'tags'>
}

/** The collection's name may stand before the folder's or be left out. */
function isInFolder({ path }: Pick<RunItem, 'path'>, word: string): boolean {
  const wanted = word.split('/')
  return path.some((_, at) => wanted.every((name, step) => path[at + step] === name))
}

function isChosenBy({ path, request }: Named, word: string): boolean {
  if (word.startsWith('tag:')) return request.tags.includes(word.slice('tag:'.length))
  const pattern = patternOf(word)
  return (
    path.some((_, at) => pattern.test([...path.slice(at), request.name].join('/'))) ||
    pattern.test(request.name)
  )
}

function patternOf(word: string): RegExp {
  const parts = word.split(/\*+/).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
