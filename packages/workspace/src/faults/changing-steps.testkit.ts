import type { FileOperation } from '@parley/testkit'

/** An operation of a command, as `FaultFiles` logs it. */
type Step = { readonly operation: FileOperation; readonly path: string }

/** These operations leave files and stores as they are, as long as the power stays on. */
const changesNothing: ReadonlySet<FileOperation> = new Set([
  'read',
  'readHeads',
  'readStarts',
  'info',
  'linkInfo',
  'linkInfos',
  'list',
  'realPath',
  'isReadable',
  'sync',
  'syncFolder',
  'close',
])

const isChange = ({ operation, path }: Step): boolean =>
  !changesNothing.has(operation) && !(operation === 'store' && path.startsWith('read'))

/**
 * Returns the indexes, from `first` to the length of the log, before which a kill leaves other files than
 * before the previous index. A kill at a write leaves half of it.
 */
export function changingSteps(log: readonly Step[], first: number): readonly number[] {
  const indexes = Array.from({ length: log.length - first + 1 }, (_, index) => first + index)
  return indexes.filter(index => {
    const before = log[index - 1]
    const isFirst = index === first
    return isFirst || log[index]?.operation === 'write' || (before !== undefined && isChange(before))
  })
}

/** Returns the indexes, from `first`, of the first operation of each kind and of the last rename. */
export function stepsOfEachKind(log: readonly Step[], first: number): readonly number[] {
  const kinds = new Set(log.slice(first).map(step => step.operation))
  const firstOnes = [...kinds].map(kind =>
    log.findIndex(({ operation }, index) => index >= first && operation === kind),
  )
  const lastRename = log.findLastIndex(({ operation }, index) => index >= first && operation === 'rename')
  return [...new Set([...firstOnes, lastRename])].filter(index => index >= first).toSorted((a, b) => a - b)
}
