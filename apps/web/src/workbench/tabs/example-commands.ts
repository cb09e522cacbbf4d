import type { RequestExample } from '@parley/model'
import type { ReadExample } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import { type ChangedList, changeExamples, type ExampleCalls } from './change-examples.ts'

/** The commands on the examples of a request, which change its file at once. */
export function createExampleCommands(
  calls: ExampleCalls,
  { readExample }: Pick<ServerClient['sends'], 'readExample'>,
  { queue, toasts, describeError }: Pick<DocumentServices, 'queue' | 'toasts' | 'describeError'>,
) {
  type NextList = (examples: readonly RequestExample[]) => readonly RequestExample[]

  /** Resolves to the list that was saved, or to the reason why none was. */
  async function tryToChange(requestId: string, next: NextList): Promise<ChangedList | string> {
    try {
      const changed = await queue.run(() =>
        changeExamples(calls, requestId, ({ request }) => ({ examples: next(request.examples) })),
      )
      return changed.state === 'saved' ? changed : `${changed.sentence} ${changed.nextStep}`
    } catch (error) {
      return describeError(error)
    }
  }

  /** Says why if something was not done. */
  async function change(title: string, requestId: string, next: NextList): Promise<ChangedList | null> {
    const changed = await tryToChange(requestId, next)
    if (typeof changed !== 'string') return changed
    toasts.showError(title, changed)
    return null
  }

  return {
    /** Reads an ended send as an example. Resolves to a sentence if it cannot be. */
    async read(sendId: string): Promise<Extract<ReadExample, { state: 'read' }> | string> {
      try {
        const read = await readExample({ sendId })
        return read.state === 'read' ? read : `${read.sentence} ${read.nextStep}`
      } catch (error) {
        return describeError(error)
      }
    },
    /** Adds an example at the end of a request. Resolves to its position, or to the reason why it was not saved. */
    async add(requestId: string, example: RequestExample): Promise<number | string> {
      const changed = await tryToChange(requestId, examples => [...examples, example])
      return typeof changed === 'string' ? changed : changed.after.length - 1
    },
    /** Resolves to null if it was renamed, otherwise to the reason. */
    async rename(requestId: string, index: number, typed: string): Promise<string | null> {
      const name = typed.trim()
      if (name === '') return 'A name has at least one character.'
      const changed = await tryToChange(requestId, examples =>
        replaced(examples, index, example => [{ ...example, name }]),
      )
      return typeof changed === 'string' ? changed : null
    },
    async duplicate(requestId: string, index: number): Promise<void> {
      await change('Example not duplicated', requestId, examples =>
        replaced(examples, index, example => [example, { ...example, name: `${example.name} copy` }]),
      )
    },
    /** Moves an example among those of its request. Resolves to whether it was moved. */
    async move(requestId: string, index: number, by: -1 | 1): Promise<boolean> {
      const moved = await change('Example not moved', requestId, examples => {
        const [one, other] = [examples[index], examples[index + by]]
        if (one === undefined || other === undefined) return examples
        return examples.with(index, other).with(index + by, one)
      })
      return moved !== null && moved.before !== moved.after
    },
    /** Deletes an example, which a toast offers to undo. */
    async remove(requestId: string, index: number): Promise<void> {
      const changed = await change('Example not deleted', requestId, examples => examples.toSpliced(index, 1))
      const removed = changed?.before[index]
      if (removed === undefined) return
      const restore = () =>
        void change('Example not restored', requestId, examples => examples.toSpliced(index, 0, removed))
      toasts.show({
        kind: 'done',
        title: 'Example deleted',
        code: '',
        text: `${removed.name} was deleted from its request.`,
        action: { label: 'Undo', run: restore },
      })
    },
  }
}

function replaced(
  examples: readonly RequestExample[],
  index: number,
  replace: (example: RequestExample) => readonly RequestExample[],
): readonly RequestExample[] {
  return examples.flatMap((example, at) => (at === index ? replace(example) : [example]))
}
