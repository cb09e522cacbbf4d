import type { RequestExample } from '@parley/model'
import { isDeepEqual } from '../deep-equal.ts'
import type { SavedDocument } from '../documents/document.ts'
import { changeExamples, type ExampleCalls } from './change-examples.ts'
import type { ExampleTab } from './example-tab.ts'
import { findExample, openedExample } from './locate-example.ts'

/** Saves the example of a tab to the file of its request: in its place, or at the end if it is gone from there. */
export async function saveExample(
  calls: ExampleCalls,
  tab: ExampleTab,
  { example, baseVersion }: { readonly example: RequestExample; readonly baseVersion: string | null },
): Promise<SavedDocument<RequestExample, ExampleTab>> {
  let index = 0
  const changed = await changeExamples<SavedDocument<RequestExample, ExampleTab>>(
    calls,
    tab.source.requestId,
    opened => {
      const { examples } = opened.request
      const at = findExample(opened, tab)
      index = at ?? examples.length
      const present = at === null ? undefined : examples[at]
      if (present === undefined) return { examples: [...examples, example] }
      const isAsSeen = opened.version === baseVersion || isDeepEqual(present, tab.saved)
      if (isAsSeen || isDeepEqual(present, example)) return { examples: examples.with(index, example) }
      return { outcome: { state: 'changed', theirs: openedExample(opened, index) } }
    },
  )
  if (changed.state !== 'saved') return changed
  return { state: 'saved', version: changed.version, change: { index, isLost: false } }
}
