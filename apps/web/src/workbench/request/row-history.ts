/** One step of a table: its items before and after an edit. */
interface Step<Item> {
  readonly before: readonly Item[]
  readonly after: readonly Item[]
  /** Edits under the same name are one step: the typing in one cell. Null: always a step of its own. */
  readonly merge: string | null
}

interface UndoStack<Item> {
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
  const stacks = new Map<string, UndoStack<Item>>()
  const isSameTable = (left: readonly Item[], right: readonly Item[]) =>
    left.length === right.length &&
    left.every((item, index) => {
      const other = right[index]
      return other !== undefined && isSame(item, other)
    })

  function stackOf(key: string): UndoStack<Item> {
    const stack = stacks.get(key) ?? { done: [], undone: [] }
    stacks.delete(key)
    stacks.set(key, stack)
    const oldest = stacks.keys().next().value
    if (stacks.size > maxTables && oldest !== undefined) stacks.delete(oldest)
    return stack
  }

  return {
    record(key: string, before: readonly Item[], after: readonly Item[], merge: string | null = null): void {
      if (before === after) return
      const stack = stackOf(key)
      const last = stack.done.at(-1)
      if (last !== undefined && !isSameTable(last.after, before)) stack.done.length = 0
      const merged =
        merge !== null && last?.merge === merge && isSameTable(last.after, before)
          ? stack.done.pop()
          : undefined
      stack.undone.length = 0
      stack.done.push({ before: merged?.before ?? before, after, merge })
      if (stack.done.length > maxSteps) stack.done.shift()
    },
    /** Returns the items before the latest step; null if there is none. */
    undo(key: string, present: readonly Item[]): readonly Item[] | null {
      const stack = stackOf(key)
      const step = stack.done.pop()
      if (step === undefined || !isSameTable(step.after, present)) return clear(stack)
      stack.undone.push({ ...step, merge: null })
      return step.before
    },
    /** Returns the items before the latest undo; null if there is none. */
    redo(key: string, present: readonly Item[]): readonly Item[] | null {
      const stack = stackOf(key)
      const step = stack.undone.pop()
      if (step === undefined || !isSameTable(step.before, present)) return clear(stack)
      stack.done.push(step)
      return step.after
    },
  }
}

function clear<Item>(stack: UndoStack<Item>): null {
  stack.done.length = 0
  stack.undone.length = 0
  return null
}
