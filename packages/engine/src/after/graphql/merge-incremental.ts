import { type ExactJson, parseExactJson, printExactJson } from './exact-json.ts'

/** Why a part of an incremental response is not merged. The part itself can still be shown. */
export type IncrementalProblem =
  | 'PART_NOT_JSON'
  /** It names a place that the parts before it do not have. */
  | 'PART_PLACE_MISSING'

type ExactObject = Extract<ExactJson, { readonly kind: 'object' }>
type ExactArray = Extract<ExactJson, { readonly kind: 'array' }>

/** A step of a path: the name of a field or the index of an item. */
type Step = string | number

const longestPath = 500

/**
 * Merges the parts of a response with `@defer` and `@stream`: both those that name a pending result by its ID
 * (graphql-spec, incremental delivery, since 2023) and those with a path each. Numbers stay as written.
 */
export class IncrementalMerge {
  #result: ExactObject | null = null
  #hasNext = true
  /** The paths of results that are announced, by their IDs. */
  readonly #pending = new Map<string, readonly Step[]>()

  /** Whether the server announced more parts. */
  get hasNext(): boolean {
    return this.#hasNext
  }

  /** The response so far as JSON; null before the first part. */
  get text(): string | null {
    return this.#result === null ? null : printExactJson(this.#result)
  }

  /** Merges a part. After a problem the response is as far as it could be merged. */
  add(text: string): IncrementalProblem | null {
    const part = parseExactJson(text)
    if (part?.kind !== 'object') return 'PART_NOT_JSON'
    this.#hasNext = textOf(part.members.get('hasNext')) === 'true'
    if (this.#result === null) {
      this.#result = { kind: 'object', members: new Map(part.members) }
      for (const name of ['hasNext', 'pending', 'incremental', 'completed']) this.#result.members.delete(name)
    } else if (part.members.has('path')) {
      return this.#takePatch(this.#result, part)
    }
    return this.#takeLists(this.#result, part)
  }

  #takeLists(result: ExactObject, part: ExactObject): IncrementalProblem | null {
    let problem: IncrementalProblem | null = null
    for (const pending of objectsIn(part, 'pending')) {
      const id = textOf(pending.members.get('id'))
      const path = pathOf(pending.members.get('path'))
      if (id === null || path === null) problem = 'PART_PLACE_MISSING'
      else this.#pending.set(id, path)
    }
    for (const patch of objectsIn(part, 'incremental')) problem = this.#takePatch(result, patch) ?? problem
    for (const completed of objectsIn(part, 'completed')) {
      addErrors(result, completed)
      this.#pending.delete(textOf(completed.members.get('id')) ?? '')
    }
    const extensions = part.members.get('extensions')
    if (extensions?.kind === 'object') mergeObject(objectAt(result, 'extensions'), extensions)
    return problem
  }

  #takePatch(result: ExactObject, patch: ExactObject): IncrementalProblem | null {
    addErrors(result, patch)
    const id = textOf(patch.members.get('id'))
    const path = id === null ? pathOf(patch.members.get('path')) : this.#pathOfPending(id, patch)
    const root = result.members.get('data')
    if (path === null || root === undefined) return 'PART_PLACE_MISSING'
    const data = patch.members.get('data')
    const items = patch.members.get('items')
    if (items?.kind === 'array') return addItems(root, path, items, id !== null)
    if (data === undefined || textOf(data) === 'null') return null
    return addData(root, path, data)
  }

  #pathOfPending(id: string, patch: ExactObject): readonly Step[] | null {
    const path = this.#pending.get(id)
    const subPath = patch.members.has('subPath') ? pathOf(patch.members.get('subPath')) : []
    return path === undefined || subPath === null ? null : [...path, ...subPath]
  }
}

/** The list is at the path itself; in the older form its last step is the index of the first item. */
function addItems(
  root: ExactJson,
  path: readonly Step[],
  { items }: ExactArray,
  isPathOfList: boolean,
): IncrementalProblem | null {
  const list = valueAt(root, isPathOfList ? path : path.slice(0, -1))
  const at = isPathOfList && list?.kind === 'array' ? list.items.length : path.at(-1)
  if (list?.kind !== 'array' || typeof at !== 'number' || at > list.items.length) return 'PART_PLACE_MISSING'
  for (const [offset, item] of items.entries()) list.items[at + offset] = item
  return null
}

/** Data of an item that the list does not have yet is the item itself, in the oldest form of `@stream`. */
function addData(root: ExactJson, path: readonly Step[], data: ExactJson): IncrementalProblem | null {
  const target = valueAt(root, path)
  if (target?.kind === 'object' && data.kind === 'object') {
    mergeObject(target, data)
    return null
  }
  const list = valueAt(root, path.slice(0, -1))
  if (target !== null || list?.kind !== 'array' || path.at(-1) !== list.items.length)
    return 'PART_PLACE_MISSING'
  list.items.push(data)
  return null
}

function valueAt(root: ExactJson, path: readonly Step[]): ExactJson | null {
  let value: ExactJson | undefined = root
  for (const step of path) {
    if (value?.kind === 'object' && typeof step === 'string') value = value.members.get(step)
    else if (value?.kind === 'array' && typeof step === 'number') value = value.items[step]
    else return null
  }
  return value ?? null
}

/** Objects within objects are merged: two deferred fragments may add to the same field. */
function mergeObject(target: ExactObject, added: ExactObject): void {
  for (const [name, value] of added.members) {
    const existing = target.members.get(name)
    if (existing?.kind === 'object' && value.kind === 'object') mergeObject(existing, value)
    else target.members.set(name, value)
  }
}

function addErrors(result: ExactObject, part: ExactObject): void {
  const errors = part.members.get('errors')
  if (errors?.kind !== 'array' || errors.items.length === 0) return
  const existing = result.members.get('errors')
  if (existing?.kind === 'array') for (const error of errors.items) existing.items.push(error)
  else result.members.set('errors', { kind: 'array', items: [...errors.items] })
}

function objectAt(result: ExactObject, name: string): ExactObject {
  const existing = result.members.get(name)
  if (existing?.kind === 'object') return existing
  const created: ExactObject = { kind: 'object', members: new Map() }
  result.members.set(name, created)
  return created
}

function objectsIn(part: ExactObject, name: string): readonly ExactObject[] {
  const list = part.members.get(name)
  return list?.kind === 'array' ? list.items.filter(one => one.kind === 'object') : []
}

/** The text of a leaf; null for anything else. */
function textOf(value: ExactJson | undefined): string | null {
  return value?.kind === 'leaf' ? value.text : null
}

function pathOf(value: ExactJson | undefined): readonly Step[] | null {
  if (value?.kind !== 'array' || value.items.length > longestPath) return null
  const steps = value.items.map(stepOf)
  return steps.every(step => step !== null) ? steps : null
}

function stepOf(value: ExactJson): Step | null {
  const text = textOf(value)
  if (text === null) return null
  if (text.startsWith('"')) return String(JSON.parse(text))
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
