import { sourceOf, type TreeEntry } from '../../library/find-entry.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import type { ExampleCalls } from './change-examples.ts'
import { type ExampleTab, newExampleTab } from './example-tab.ts'
import { exampleGone, findExample } from './locate-example.ts'

interface OpeningParts {
  readonly workbench: OpenTabs
  tabs(): readonly ExampleTab[]
  readonly services: Pick<DocumentServices, 'toasts' | 'describeError' | 'newId'>
  readonly calls: ExampleCalls
}

/** Opens an example, or shows the tab that it is open in. Says so if it is gone. */
export async function openExample(
  request: TreeEntry,
  exampleId: string,
  { workbench, tabs, services, calls }: OpeningParts,
): Promise<void> {
  const source = sourceOf(request)
  if (source === null) return
  const show = (tab: ExampleTab) =>
    workbench.setState(state => ({
      tabs: state.tabs.includes(tab) ? state.tabs : [...state.tabs, tab],
      activeTabId: tab.id,
    }))
  const known = tabs().find(tab => tab.exampleId === exampleId && !tab.isLost)
  if (known !== undefined) return show(known)
  try {
    const opened = await calls.readRequestIfThere({ id: source.requestId })
    const index = opened?.exampleIds.indexOf(exampleId) ?? -1
    const example = opened?.request.examples[index]
    if (opened === null || example === undefined)
      return services.toasts.showError(
        'The example was not opened',
        `${exampleGone.sentence} ${exampleGone.nextStep}`,
      )
    const place = { source, requestName: request.node.name, exampleId, index }
    // It may have been asked for twice, or be in a tab of an earlier start, which has no ID yet.
    const isIt = (tab: ExampleTab) =>
      tab.source.requestId === source.requestId && !tab.isLost && findExample(opened, tab) === index
    show(tabs().find(isIt) ?? newExampleTab(services.newId(), { ...place, example, version: opened.version }))
  } catch (error) {
    services.toasts.showError('The example was not opened', services.describeError(error))
  }
}
