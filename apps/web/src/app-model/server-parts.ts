import { createDataOverview } from '../library/data-overview.ts'
import { createInheritedAuths } from '../library/inherited-auths.ts'
import { createRecentlyDeleted } from '../library/recently-deleted.ts'
import { createWorkspaces } from '../library/workspaces.ts'
import { readWholeBody, saveFrom } from '../server-client/body-actions.ts'
import { describeCallError } from '../server-client/describe-error.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import { serverTokens } from '../server-client/server-tokens.ts'
import type { FileUpload } from '../server-client/upload-file.ts'
import { createCompare } from '../workbench/compare.ts'
import { createExporting } from '../workbench/exporting.ts'
import { createHistory } from '../workbench/history.ts'
import { createImporting } from '../workbench/importing.ts'
import { createPickedFiles } from '../workbench/request/picked-files.ts'
import { createTokens } from '../workbench/request/tokens.ts'
import { createBodyTexts } from '../workbench/response/body-texts.ts'
import { createRunReports } from '../workbench/runs/run-reports.ts'
import { createRuns } from '../workbench/runs/runs.ts'
import { createSecretQuestions } from '../workbench/sending/secret-questions.ts'
import { createProxyTest } from '../workbench/settings/proxy-test.ts'
import type { createToasts } from '../workbench/toasts.ts'
import { createEnvironments } from '../workbench/variables/environments.ts'

export interface ServerPartsOptions {
  readonly client: ServerClient
  readonly windowId: string
  readonly uploadFile: FileUpload
  readonly toasts: ReturnType<typeof createToasts>
}

/** The headless parts of the page that need the server alone, and nothing of each other. */
export function createServerParts({ client, windowId, uploadFile, toasts }: ServerPartsOptions) {
  const proxyTest = createProxyTest({
    test: (testId, proxy) => client.proxy.test({ windowId, testId, proxy }),
    setPassword: password => client.proxy.setPassword({ password }),
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })
  const inheritedAuths = createInheritedAuths({ read: parentId => client.auth.readInherited({ parentId }) })
  const tokens = createTokens(serverTokens(client, windowId))
  const environments = createEnvironments({
    create: name => client.environments.create({ name, variables: [] }),
    rename: (id, name) => client.environments.rename({ id, name }),
    duplicate: id => client.environments.duplicate({ id }),
    remove: id => client.environments.remove({ id }),
    activate: id => client.environments.activate({ id }),
    notDone: text => toasts.show({ kind: 'error', title: 'Not done', code: '', text }),
    describeError: describeCallError,
  })
  const recentlyDeleted = createRecentlyDeleted({
    list: () => client.library.listDeleted(),
    restore: trashId => client.library.restore({ trashId }),
    describeError: describeCallError,
  })
  const workspaces = createWorkspaces({
    list: () => client.workspaces.list(),
    open: folder => client.workspaces.open({ folder }),
    create: (name, folder) => client.workspaces.create({ name, folder }),
    describeError: describeCallError,
  })
  const dataOverview = createDataOverview({
    describe: () => client.appData.describe(),
    backUp: () => client.workspaces.backUp({ windowId }),
    listBackups: () => client.workspaces.listBackups(),
    removeBackup: folder => client.workspaces.removeBackup({ folder }),
    describeError: describeCallError,
  })
  const history = createHistory({
    list: query => client.history.list(query),
    read: id => client.history.read({ id }),
    clear: () => client.history.clear(),
    notDone: (title, text) => toasts.show({ kind: 'error', title, code: '', text }),
    describeError: describeCallError,
  })
  const compare = createCompare({
    readBody: handle => readWholeBody(client, { handle, view: 'pretty', format: 'auto' }),
    describeError: describeCallError,
  })
  const secretQuestions = createSecretQuestions({
    // A server that is gone has ended the send.
    allow: (questionId, isAllowed) =>
      void client.sends.allowSecret({ questionId, isAllowed }).catch(() => undefined),
    give: (questionId, texts) =>
      void client.sends.giveSecrets({ questionId, texts: texts && [...texts] }).catch(() => undefined),
  })
  const bodyTexts = createBodyTexts({
    readRows: input => client.bodies.readRows(input),
    readFoldStarts: input => client.bodies.readFoldStarts(input),
    readFold: input => client.bodies.readFold(input),
    describeError: describeCallError,
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
  })
  const pickedFiles = createPickedFiles({
    upload: (file: File) => uploadFile(windowId, file),
    // Where the server is gone, so is what it held.
    release: filePath => void client.files.release({ windowId, filePath }).catch(() => undefined),
    describeError: describeCallError,
  })
  const importing = createImporting({
    upload: async file => (await uploadFile(windowId, file)).filePath,
    start: (importId, source) => client.imports.start({ windowId, importId, source }),
    write: (importId, updates) => client.imports.write({ windowId, importId, updates }),
    cancel: importId => client.imports.cancel({ windowId, importId }),
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })
  const exporting = createExporting({
    start: (exportId, what) => client.exports.start({ windowId, exportId, what }),
    save: async exportId => saveFrom((await client.exports.mintTicket({ windowId, exportId })).path),
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })
  const runs = createRuns({
    plan: targetId => client.runs.plan({ windowId, targetId }),
    start: start => client.runs.start({ windowId, ...start }),
    cancel: runId => client.runs.cancel({ runId }),
    list: targetId => client.runs.list({ targetId }),
    readRows: (runId, from) => client.runs.readRows({ runId, from, limit: 320 }),
    readResult: (runId, index) => client.runs.readResult({ runId, index }),
    remove: runId => client.runs.remove({ runId }),
    describeError: describeCallError,
  })
  const runReports = createRunReports({
    start: (exportId, what) => client.exports.start({ windowId, exportId, what }),
    save: async exportId => saveFrom((await client.exports.mintTicket({ windowId, exportId })).path),
    failed: text => toasts.show({ kind: 'error', title: 'Report not exported', code: '', text }),
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })

  return {
    proxyTest,
    inheritedAuths,
    tokens,
    environments,
    recentlyDeleted,
    workspaces,
    dataOverview,
    history,
    compare,
    secretQuestions,
    bodyTexts,
    pickedFiles,
    importing,
    exporting,
    runs,
    runReports,
  }
}
