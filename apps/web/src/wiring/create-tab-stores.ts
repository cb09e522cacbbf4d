import { FoldedEntries } from '../library/folded-entries.ts'
import { createLibrary } from '../library/library.ts'
import { createSidebarCommands } from '../library/sidebar-commands.ts'
import { createWindowSends } from '../server-client/window-sends.ts'
import type { PageMemory } from '../window/page-memory.ts'
import type { WindowContext } from '../window/window-context.ts'
import { createDocumentServices } from '../workbench/documents/document-services.ts'
import { createRequestDocuments } from '../workbench/documents/request-documents.ts'
import { createPreviousAuths } from '../workbench/request/previous-auths.ts'
import { createRunPages } from '../workbench/runs/run-pages.ts'
import { createSecretPermissions } from '../workbench/sending/secret-permissions.ts'
import { createBeside } from '../workbench/tabs/beside.ts'
import { createContainerTabs } from '../workbench/tabs/container-tabs.ts'
import { createExampleTabs } from '../workbench/tabs/example-tabs.ts'
import { createTabFollowing } from '../workbench/tabs/tab-following.ts'
import { createTabNaming } from '../workbench/tabs/tab-naming.ts'
import { createTabSaving } from '../workbench/tabs/tab-saving.ts'
import { createVariableTabs, type VariableTabs } from '../workbench/tabs/variable-tabs.ts'
import { createVariableEditing } from '../workbench/variables/variable-editing.ts'
import { createWorkbench, type Workbench } from '../workbench/workbench.ts'
import type { ServerStores } from './create-server-stores.ts'
import { loadOnce } from './load-once.ts'
import type { PageOptions } from './page-options.ts'

/** The tabs of the window, their documents, and the library that these come from. */
export function createTabStores(
  page: Pick<PageOptions, 'client' | 'bodyReads' | 'loadResponseBody' | 'uploadFile'>,
  serverStores: Pick<ServerStores, 'runs' | 'pickedFiles' | 'environments'> & { readonly memory: PageMemory },
  window: WindowContext,
) {
  const { client } = page
  const { runs, pickedFiles } = serverStores
  const workbench = createWorkbench(createWindowSends({ ...page, windowId: window.windowId }), window)
  const library = createLibrary(client, workbench, window, new FoldedEntries(serverStores.memory))
  const documents = createDocumentServices(workbench.store, window)
  const requestDocuments = createRequestDocuments(workbench.store, documents, client.library)
  const containerTabs = createContainerTabs(workbench.store, documents, client.library, client.variables)
  const variableTabs = createVariableTabs(workbench, documents, client)
  const exampleTabs = createExampleTabs(workbench.store, documents, client.library)
  const documentTabs = { requestDocuments, containerTabs, variableTabs, exampleTabs }
  const { environments } = serverStores
  const variableEditing = createVariableEditing({ workbench, environments, library, ...documentTabs })
  const requestTabs = createTabFollowing(client.library, workbench.store, library, requestDocuments)
  const runPages = createRunPages(workbench.store, runs, window)
  const sidebar = createSidebarCommands(client.library, library, [requestTabs, containerTabs], window)
  return {
    workbench,
    beside: createBeside(workbench),
    library,
    conflicts: documents.conflicts,
    ...documentTabs,
    requestTabs,
    /** Loads the commands on examples, which few visits of the page need. */
    async loadExampleCommands() {
      const { createExampleCommands } = await import('../workbench/tabs/example-commands.ts')
      return createExampleCommands(client.library, client.sends, documents)
    },
    ...laterStores({ workbench, variableTabs, environments, runs, client }, window),
    variableEditing,
    sidebar,
    loadCode: loadOnce(async () => {
      const { createCodeGeneration } = await import('../workbench/request/code-generation.ts')
      return createCodeGeneration(client.code, pickedFiles, window)
    }),
    loadLanguageStores: loadOnce(async () => {
      const { createLanguageStores } = await import('./create-language-stores.ts')
      return createLanguageStores(page, workbench, serverStores, window)
    }),
    previousAuths: createPreviousAuths(),
    naming: createTabNaming(workbench, sidebar.rename, (tabId, name) =>
      exampleTabs.edit(tabId, draft => ({ ...draft, name })),
    ),
    runPages,
    loadLoads: loadOnce(async () => {
      const { createLoads } = await import('../workbench/runs/load/loads.ts')
      return createLoads(client.loads, workbench.store, runPages, window)
    }),
    saving: createTabSaving({ workbench, ...documentTabs }, sidebar.rename, window),
    secretPermissions: createSecretPermissions(client.variables, workbench.store, variableEditing, window),
  }
}

interface LaterParts extends Pick<ServerStores, 'runs' | 'environments'>, Pick<PageOptions, 'client'> {
  readonly workbench: Workbench
  readonly variableTabs: VariableTabs
}

/** Stores that few visits of the page need, which are loaded with the first use. */
function laterStores(
  { workbench, variableTabs, environments, runs, client }: LaterParts,
  window: WindowContext,
) {
  return {
    loadEnvironmentDrafts: loadOnce(async () => {
      const { EnvironmentDrafts } = await import('../workbench/variables/environment-drafts.ts')
      return new EnvironmentDrafts({ workbench, variableTabs, environments }, client.variables, window)
    }),
    loadRunCookies: loadOnce(async () => {
      const { createRunCookies } = await import('../workbench/runs/run-cookies.ts')
      return createRunCookies(runs, window)
    }),
  }
}
