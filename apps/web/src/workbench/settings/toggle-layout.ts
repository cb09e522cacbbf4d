import { kindOfDraft, type OpenKind } from '@parley/model'
import { activeExample, activeTab } from '../active-tab.ts'
import { draftOfExample } from '../tabs/example-tab.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import type { createLayout } from './layout.ts'
import { toggledLayout } from './layout.ts'
import type { createSettings } from './settings.ts'

interface LayoutStores {
  readonly workbench: { readonly store: { getState(): WorkbenchState } }
  readonly layout: Pick<ReturnType<typeof createLayout>, 'store'>
  readonly settings: Pick<ReturnType<typeof createSettings>, 'change'>
}

/** Puts the response beside the request, or below it again, as the kind of the open request is shown. */
export function toggleLayout({ workbench, layout, settings }: LayoutStores): void {
  const kind = activeKind(workbench.store.getState())
  void settings.change('appearance', { layout: toggledLayout(layout.store.getState(), kind) })
}

/** Returns the kind of the open request; HTTP if another tab is open. */
export function activeKind(state: WorkbenchState): OpenKind {
  const example = activeExample(state)
  const draft = example === null ? activeTab(state)?.draft : draftOfExample(example.draft)
  return draft === undefined ? 'http' : kindOfDraft(draft)
}
