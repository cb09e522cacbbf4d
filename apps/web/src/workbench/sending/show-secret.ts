import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import { activeTab } from '../active-tab.ts'
import { inheritedPlaceId } from '../tabs/request-tab.ts'
import type { WorkbenchState } from '../workbench-state.ts'

/** Opens the row of a secret that the request in the active tab may use; a toast says if there is none. */
export async function showSecret(
  name: string,
  calls: Pick<ServerClient['variables'], 'list'>,
  state: WorkbenchState,
  editing: Pick<VariableEditing, 'edit'>,
  toasts: WindowContext['toasts'],
): Promise<void> {
  const parentId = inheritedPlaceId(activeTab(state))
  const tabId = state.activeTabId
  const variables = await calls.list({ parentId }).catch(() => [])
  const secret = variables.find(one => one.name === name && one.value === null)
  if (secret !== undefined) return editing.edit(secret)
  const text = `The active environment and the workspace have no secret “${name}”. Look in the other environments.`
  toasts.showError('Secret not found', text, tabId === null ? {} : { owner: { tabId } })
}
