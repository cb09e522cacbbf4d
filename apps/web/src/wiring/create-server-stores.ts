import { createInheritedCache } from '../library/inherited-cache.ts'
import { createWorkspaces } from '../library/workspaces.ts'
import { copyText, downloadBody, readWholeBody } from '../server-client/body-actions.ts'
import { createFileExports } from '../server-client/file-exports.ts'
import type { WindowContext } from '../window/window-context.ts'
import { createCompare } from '../workbench/compare.ts'
import { createLiveSessions } from '../workbench/live/live-sessions.ts'
import { createPickedFiles } from '../workbench/request/picked-files.ts'
import { createBodyTexts } from '../workbench/response/body-texts.ts'
import { createRuns } from '../workbench/runs/runs.ts'
import { createSavedExports } from '../workbench/saved-exports.ts'
import { createScriptOutput } from '../workbench/sending/script-output.ts'
import { createSecretQuestions } from '../workbench/sending/secret-questions.ts'
import { createSettings } from '../workbench/settings/settings.ts'
import { createEnvironments } from '../workbench/variables/environments.ts'
import { loadOnce } from './load-once.ts'
import type { PageOptions } from './page-options.ts'

/** The data of longer messages is not searched for text. */
const maxTextBytes = 1_048_576

/** The stores that need only the server, and not each other. */
export function createServerStores(
  { client, uploadFile }: Pick<PageOptions, 'client' | 'uploadFile'>,
  window: WindowContext,
) {
  const fileExports = createFileExports(client.exports, window.windowId)
  const scripts = createScriptOutput(client.sessionValues)
  return {
    bodyTexts: createBodyTexts(client.bodies, window),
    compare: createCompare(client.bodies, window),
    environments: createEnvironments(client.environments, client.variables, window, {
      names: () => scripts.store.getState().values.map(value => value.name),
      clear: scripts.clearValues,
    }),
    loadHistory: loadOnce(async () =>
      (await import('../workbench/history.ts')).createHistory(client.history, window),
    ),
    inheritedCache: createInheritedCache(client.auth),
    live: createLiveSessions(client.live, {
      ...window,
      download: handle => downloadBody(client.bodies, handle),
      readData: async (handle, sizeBytes) =>
        sizeBytes > maxTextBytes
          ? null
          : await readWholeBody(client.bodies, { handle, view: 'raw', format: 'text' }),
      readPath: async typed => (await import('../workbench/live/typed-text-path.ts')).readTextPath(typed),
    }),
    pickedFiles: createPickedFiles(uploadFile, client.files, window),
    savedExports: createSavedExports(fileExports, window),
    runs: createRuns(client.runs, window),
    scripts,
    secretQuestions: createSecretQuestions(client.sends),
    loadAssistant: loadOnce(async () =>
      (await import('../workbench/assistant/assistant.ts')).createAssistant(client.assistant, window),
    ),
    loadExporting: loadOnce(async () =>
      (await import('../workbench/exporting.ts')).createExporting(fileExports, window),
    ),
    loadImporting: loadOnce(async () =>
      (await import('../workbench/importing.ts')).createImporting(uploadFile, client.imports, window),
    ),
    loadSettingsStores: loadOnce(async () =>
      (await import('./create-settings-stores.ts')).createSettingsStores(client, window),
    ),
    settings: createSettings(client.settings, window, localStorage),
    loadTokens: loadOnce(async () =>
      (await import('../workbench/request/tokens.ts')).createTokens(client.auth, window, copyText),
    ),
    workspaces: createWorkspaces(client.workspaces, window),
  }
}

export type ServerStores = ReturnType<typeof createServerStores>
