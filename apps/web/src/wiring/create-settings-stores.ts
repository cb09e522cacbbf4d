import { createDataOverview } from '../library/data-overview.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'
import { createAssistantSetup } from '../workbench/settings/assistant-setup.ts'
import { createProxyTest } from '../workbench/settings/proxy-test.ts'

export type SettingsStores = ReturnType<typeof createSettingsStores>

/** The stores that only Settings needs, which are loaded with it. */
export function createSettingsStores(client: ServerClient, window: WindowContext) {
  return {
    assistantSetup: createAssistantSetup(client.assistant, window),
    dataOverview: createDataOverview(client, window),
    proxyTest: createProxyTest(client.proxy, window),
  }
}
