import { shownName } from '@parley/model'
import {
  isContainerTab,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  type OpenTab,
  tabName,
} from '../tabs/request-tab.ts'
import { isOfFile } from '../tabs/variables-tab.ts'

/** A tab with unsaved changes that sends of saved requests would use if they were saved. */
export interface UnsavedContent {
  readonly tabId: string
  /** Its request, collection or folder; null for variables of environments, the workspace and Global. */
  readonly entryId: string | null
  readonly name: string
  /** The names of the variables that differ, and of default headers. */
  readonly variables: readonly string[]
}

/** Returns the unsaved changes of a tab that sends of saved requests do not use; null: there are none. */
export function unsavedContent(tab: OpenTab): UnsavedContent | null {
  if (!isUnsaved(tab)) return null
  const found = { tabId: tab.id, name: tabName(tab) }
  if (isRequestTab(tab)) {
    const { saved, draft, source } = tab
    const variables = changedNames(saved.variables, draft.variables, one => one.name)
    return source && { ...found, entryId: source.requestId, variables }
  }
  if (isContainerTab(tab)) {
    const [saved, draft] = [tab.saved.defaults, tab.draft.defaults]
    const variables = changedNames(saved.variables, draft.variables, ({ variable }) => variable.name)
    return draft === saved ? null : { ...found, entryId: tab.source.containerId, variables }
  }
  if (!isVariablesTab(tab) || tab.isGone || !isOfFile(tab.place)) return null
  const { saved, draft } = tab
  const variables = changedNames(saved.variables, draft.variables, ({ variable }) => variable.name)
  const headers = changedNames(saved.headers, draft.headers, ({ name }) => name)
  return { ...found, entryId: null, variables: [...variables, ...headers] }
}

/** Returns the names of rows that two lists do not have in common. Rows that were not edited are the same objects. */
function changedNames<Row>(
  saved: readonly Row[],
  draft: readonly Row[],
  nameOf: (row: Row) => string,
): readonly string[] {
  const missingIn = (others: readonly Row[], rows: readonly Row[]) => {
    const known = new Set(others)
    return rows.filter(row => !known.has(row))
  }
  const [removed, added] = [missingIn(draft, saved), missingIn(saved, draft)]
  const texts = (rows: readonly Row[]) => new Set(rows.map(row => JSON.stringify(row)))
  const [before, after] = [texts(removed), texts(added)]
  const changed = [
    ...added.filter(row => !before.has(JSON.stringify(row))),
    ...removed.filter(row => !after.has(JSON.stringify(row))),
  ]
  return [...new Set(changed.map(nameOf))].filter(name => name !== '')
}

const mostNames = 3

/** Returns a tab and its variables in words: `Local (region, token)`. */
export function unsavedWords({ name, variables }: UnsavedContent): string {
  if (variables.length === 0) return shownName(name)
  const shown = variables.slice(0, mostNames).map(shownName)
  const rest = variables.length > mostNames ? [`${variables.length - mostNames} more`] : []
  return `${shownName(name)} (${[...shown, ...rest].join(', ')})`
}
