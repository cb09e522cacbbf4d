import { createDataOverview } from '../library/data-overview.ts'
import { createRecentlyDeleted } from '../library/recently-deleted.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'
import { createAgents } from '../workbench/settings/agents.ts'
import { createAssistantSetup } from '../workbench/settings/assistant-setup.ts'
import { createProxyTest } from '../workbench/settings/proxy-test.ts'
import { createUpdates } from '../workbench/settings/updates.ts'

export type SettingsStores = ReturnType<typeof createSettingsStores>

/** The stores that only dialogs need: Settings and the list of what was deleted. They are loaded with them. */
export function createSettingsStores(client: ServerClient, window: WindowContext) {
  return {
    agents: createAgents(client.agents, window),
    assistantSetup: createAssistantSetup(client.assistant, window),
    dataOverview: createDataOverview(client, window),
    recentlyDeleted: createRecentlyDeleted(client.library, window),
    proxyTest: createProxyTest(client.proxy, window),
    updates: createUpdates(client.updates, window),
  }
}
