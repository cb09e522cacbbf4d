import { failed, ok, type RequestExample, type Result } from '@parley/model'
import type { NotDone, OpenedRequest, ReadExample } from '@parley/server/contract'
import type { ExampleKey } from '../../library/example-nodes.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import { type ChangedList, changeExamples, type ExampleCalls, type ListChange } from './change-examples.ts'
import { exampleGone } from './locate-example.ts'

/** The commands on the examples of a request, which change its file at once. */
export function createExampleCommands(
  calls: ExampleCalls,
  { readExample }: Pick<ServerClient['sends'], 'readExample'>,
  services: ChangeServices,
) {
  const { describeError } = services
  const { tryToChange, change } = createListChanges(calls, services)

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
    /**
     * Adds an example at the end of a request. Resolves to its ID if it can be opened, or to the reason why it was not
     * saved.
     */
    async add(requestId: string, example: RequestExample): Promise<Result<string | null, string>> {
      const changed = await tryToChange(requestId, ({ request }) => ({
        examples: [...request.examples, example],
      }))
      return typeof changed === 'string'
        ? failed(changed)
        : ok(await lastId(calls, requestId, changed.version))
    },
    /** Resolves to null if it was renamed, otherwise to the reason. */
    async rename(key: ExampleKey, typed: string): Promise<string | null> {
      const name = typed.trim()
      if (name === '') return 'A name has at least one character.'
      const changed = await tryToChange(
        key.requestId,
        changing(key, example => [{ ...example, name }]),
      )
      return typeof changed === 'string' ? changed : null
    },
    ...createPlaceChanges(services.toasts, change),
  }
}

type ChangeExamples = ReturnType<typeof createListChanges>['change']

/** What changes which examples a request has, and their order. */
function createPlaceChanges(toasts: ChangeServices['toasts'], change: ChangeExamples) {
  return {
    async duplicate(key: ExampleKey): Promise<void> {
      await change(
        'Example not duplicated',
        key.requestId,
        changing(key, example => [example, { ...example, name: `${example.name} copy` }]),
      )
    },
    /** Moves an example up or down among those of its request. */
    async move(key: ExampleKey, by: -1 | 1): Promise<void> {
      await change(
        'Example not moved',
        key.requestId,
        changingList(key, (examples, index) => {
          const [one, other] = [examples[index], examples[index + by]]
          if (one === undefined || other === undefined) return examples
          return examples.with(index, other).with(index + by, one)
        }),
      )
    },
    /** Deletes an example, which a toast offers to undo. */
    async remove(key: ExampleKey): Promise<void> {
      const changed = await change(
        'Example not deleted',
        key.requestId,
        changing(key, () => []),
      )
      if (changed === null) return
      const index = changed.before.findIndex(one => !changed.after.includes(one))
      const removed = changed.before[index]
      if (removed === undefined) return
      const restore = () =>
        void change('Example not restored', key.requestId, ({ request }) => ({
          examples: request.examples.toSpliced(index, 0, removed),
        }))
      toasts.show({
        kind: 'done',
        owner: 'page',
        title: 'Example deleted',
        code: '',
        text: `${removed.name} was deleted from its request.`,
        action: { label: 'Undo', run: restore },
      })
    },
  }
}

type ChangeServices = Pick<DocumentServices, 'queue' | 'toasts' | 'describeError'>

function createListChanges(calls: ExampleCalls, { queue, toasts, describeError }: ChangeServices) {
  /** Resolves to the list that was saved, or to the reason why none was. */
  async function tryToChange(requestId: string, change: Change): Promise<ChangedList | string> {
    try {
      const changed = await queue.run(() => changeExamples(calls, requestId, change))
      return changed.state === 'saved' ? changed : `${changed.sentence} ${changed.nextStep}`
    } catch (error) {
      return describeError(error)
    }
  }

  /** Says why if something was not done. */
  async function change(title: string, requestId: string, change: Change): Promise<ChangedList | null> {
    const changed = await tryToChange(requestId, change)
    if (typeof changed !== 'string') return changed
    toasts.showError(title, changed)
    return null
  }

  return { tryToChange, change }
}

/** Resolves to the ID of the last example of a version of a file; null if the file is another one by now. */
async function lastId(
  calls: Pick<ExampleCalls, 'readRequestIfThere'>,
  id: string,
  version: string,
): Promise<string | null> {
  const opened = await calls.readRequestIfThere({ id }).catch(() => null)
  return opened?.version === version ? (opened.exampleIds.at(-1) ?? null) : null
}

type Change = (opened: OpenedRequest) => ListChange<NotDone>
type Examples = readonly RequestExample[]

/** Changes the list that contains an example, wherever that is by now. */
function changingList(
  { exampleId }: ExampleKey,
  next: (examples: Examples, index: number) => Examples,
): Change {
  return ({ request: { examples }, exampleIds }) => {
    const index = exampleIds.indexOf(exampleId)
    return index < 0 ? { outcome: exampleGone } : { examples: next(examples, index) }
  }
}

/** Puts others in the place of an example. */
function changing(key: ExampleKey, next: (example: RequestExample) => Examples): Change {
  return changingList(key, (examples, index) =>
    examples.flatMap((example, at) => (at === index ? next(example) : [example])),
  )
}
