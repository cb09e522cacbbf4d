/** One step of a table's past: what it was before and after an edit. */
interface Step<Item> {
  readonly before: readonly Item[]
  readonly after: readonly Item[]
  /** Edits under the same name are one step: the typing in one cell. Null: always a step of its own. */
  readonly merge: string | null
}

interface Past<Item> {
  readonly done: Step<Item>[]
  readonly undone: Step<Item>[]
}

const maxSteps = 200
const maxTables = 100

export type RowHistory<Item> = ReturnType<typeof createRowHistory<Item>>

/**
 * Undo and redo for tables, each with its own key, so that switching tabs keeps all steps. If a table was
 * changed in another way, such as Params by the URL, its steps no longer apply and are dropped.
 * @param isSame whether two items look the same to the user
 */
export function createRowHistory<Item>(isSame: (left: Item, right: Item) => boolean = Object.is) {
  const pasts = new Map<string, Past<Item>>()
  const isSameTable = (left: readonly Item[], right: readonly Item[]) =>
    left.length === right.length &&
    left.every((item, index) => {
      const other = right[index]
      return other !== undefined && isSame(item, other)
    })

  function pastOf(key: string): Past<Item> {
    const past = pasts.get(key) ?? { done: [], undone: [] }
    pasts.delete(key)
    pasts.set(key, past)
    const oldest = pasts.keys().next().value
    if (pasts.size > maxTables && oldest !== undefined) pasts.delete(oldest)
    return past
  }

  return {
    record(key: string, before: readonly Item[], after: readonly Item[], merge: string | null = null): void {
      if (before === after) return
      const past = pastOf(key)
      const last = past.done.at(-1)
      if (last !== undefined && !isSameTable(last.after, before)) past.done.length = 0
      const merged =
        merge !== null && last?.merge === merge && isSameTable(last.after, before)
          ? past.done.pop()
          : undefined
      past.undone.length = 0
      past.done.push({ before: merged?.before ?? before, after, merge })
      if (past.done.length > maxSteps) past.done.shift()
    },
    /** Returns the items before the latest step; null if there is none. */
    undo(key: string, present: readonly Item[]): readonly Item[] | null {
      const past = pastOf(key)
      const step = past.done.pop()
      if (step === undefined || !isSameTable(step.after, present)) return forget(past)
      past.undone.push({ ...step, merge: null })
      return step.before
    },
    /** Returns the items before the latest undo; null if there is none. */
    redo(key: string, present: readonly Item[]): readonly Item[] | null {
      const past = pastOf(key)
      const step = past.undone.pop()
      if (step === undefined || !isSameTable(step.before, present)) return forget(past)
      past.done.push(step)
      return step.after
    },
  }
}

function forget<Item>(past: Past<Item>): null {
  past.done.length = 0
  past.undone.length = 0
  return null
}
