import { revealInvisible } from '@parley/model'
import type { MessageWords } from '../../workbench/live/describe-list.ts'
import type { LiveList, LiveListState } from '../../workbench/live/live-list.ts'

export interface TypeChoice {
  readonly id: string
  readonly label: string
  /** Whether it only informs. */
  readonly isDisabled?: boolean
}

const allTypes = 'all'
const otherTypes = 'other'
const typePrefix = 'type:'

/** The types of messages that a list can be limited to, with their counts. */
export function typeChoices(
  { types, otherTypesCount, counts }: LiveListState,
  words: MessageWords,
): readonly TypeChoice[] {
  const withCount = (label: string, count: number) => `${label} (${count.toLocaleString('en')})`
  const all = counts.received + counts.sent + counts.notes
  const choices = [
    { id: allTypes, label: withCount(`All ${words.many}`, all) },
    ...types.map(({ type, count }) => ({
      id: `${typePrefix}${type}`,
      label: withCount(revealInvisible(type), count),
    })),
  ]
  if (otherTypesCount === 0) return choices
  const others = `${withCount('Other types', otherTypesCount)}: search for their names`
  return [...choices, { id: otherTypes, label: others, isDisabled: true }]
}

/** Limits a list to the type of a choice. */
export function chooseTypeById(list: LiveList, id: string): void {
  list.chooseType(id === allTypes ? null : id.slice(typePrefix.length))
}
