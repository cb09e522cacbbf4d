import { failed, matchesWildcards, ok, type Result } from '@parley/model'
import type { RunItem } from './run-item.ts'

/** Which requests of a run are sent. Empty lists do not restrict anything. */
export interface RunSelection {
  /** Names of folders, or paths such as `Admin/Users`. */
  readonly folders: readonly string[]
  /** Names or paths of requests, with `*` for any text, or `tag:name`. */
  readonly only: readonly string[]
  /** The same, for requests that are left out. */
  readonly skip: readonly string[]
  /** Keys of requests, for example those that failed in an earlier run; null means all. */
  readonly keys: ReadonlySet<string> | null
}

/** A word of a selection that matches nothing. */
export interface UnmatchedWord {
  readonly part: 'folders' | 'only' | 'skip'
  readonly word: string
  /** Existing names, for an error message. */
  readonly known: readonly string[]
}

/**
 * Returns the selected requests in order. A word that matches nothing is a failure, because it is usually a
 * typing error.
 */
export function selectRunItems(
  items: readonly RunItem[],
  { folders, only, skip, keys }: RunSelection,
): Result<readonly RunItem[], UnmatchedWord> {
  const empty =
    findUnmatchedWord('folders', folders, items, isInFolder) ??
    findUnmatchedWord('only', only, items, isChosenBy) ??
    findUnmatchedWord('skip', skip, items, isChosenBy)
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
 * Returns whether the selection allows a request by its name and folders; its tags and its key may still
 * exclude it.
 * @param path names of its containers, outermost first
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

/** Returns the keys of the requests that the words select. */
export function keysOf(
  items: readonly RunItem[],
  words: readonly string[],
): Result<ReadonlySet<string>, UnmatchedWord> {
  const empty = findUnmatchedWord('only', words, items, isChosenBy)
  if (empty !== null) return failed(empty)
  return ok(new Set(items.filter(item => words.some(word => isChosenBy(item, word))).map(item => item.key)))
}

const shownNames = 10

function findUnmatchedWord(
  part: UnmatchedWord['part'],
  words: readonly string[],
  items: readonly RunItem[],
  fits: (item: RunItem, word: string) => boolean,
): UnmatchedWord | null {
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

/** The path may begin with any of the containers, so the collection's name is optional. */
function isInFolder({ path }: Pick<RunItem, 'path'>, word: string): boolean {
  const wanted = word.split('/')
  return path.some((_, at) => wanted.every((name, step) => path[at + step] === name))
}

function isChosenBy({ path, request }: Named, word: string): boolean {
  if (word.startsWith('tag:')) return request.tags.includes(word.slice('tag:'.length))
  // Almost all words are plain names, and a run may have thousands of requests.
  if (!/[*/]/.test(word)) return request.name === word
  return (
    path.some((_, at) => matchesWildcards([...path.slice(at), request.name].join('/'), word)) ||
    matchesWildcards(request.name, word)
  )
}
