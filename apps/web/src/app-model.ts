import type { ScriptError } from '@parley/model'
import type { ScopedVariable, SendEvent, SessionDescription } from '@parley/server/contract'
import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import { followRoom } from './app-model/follow-room.ts'
import { createServerParts } from './app-model/server-parts.ts'
import { createWindowTabs } from './app-model/window-tabs.ts'
import type { VariableEditing } from './components/fields/variable-editing.ts'
import { browserSharedEvents } from './events/browser-shared-events.ts'
import { followWindow } from './events/follow-window.ts'
import type { WindowIdentity } from './events/window-identity.ts'
import type { ConnectionState } from './events/window-listener.ts'
import { findEntry, sourceOf, type TreeEntry } from './library/find-entry.ts'
import { createLibrary } from './library/library.ts'
import { createSidebarCommands } from './library/sidebar-commands.ts'
import { downloadBody } from './server-client/body-actions.ts'
import type { BodyReads } from './server-client/body-reads.ts'
import { describeCallError } from './server-client/describe-error.ts'
import type { LastCall } from './server-client/last-call.ts'
import type { ServerClient } from './server-client/server-client.ts'
import type { FileUpload } from './server-client/upload-file.ts'
import { applyAppearance } from './styles/apply-appearance.ts'
import { comparedResponse } from './workbench/compare.ts'
import { createDialogs } from './workbench/dialogs.ts'
import { createDocumentServices } from './workbench/documents/document-services.ts'
import { createRequestDocuments } from './workbench/documents/request-documents.ts'
import type { ExportChoice } from './workbench/exporting.ts'
import { createCodeGeneration } from './workbench/request/code-generation.ts'
import { createKeptAuths } from './workbench/request/kept-auths.ts'
import { tokenNotRenewedToast } from './workbench/request/token-not-renewed-toast.ts'
import { earlierSend } from './workbench/runs/earlier-run.ts'
import { createRunPages } from './workbench/runs/run-pages.ts'
import { notSentSubject, notSentToast } from './workbench/sending/not-sent-toast.ts'
import { createScriptNews } from './workbench/sending/script-news.ts'
import { createSecretPermissions, withheldSecretOf } from './workbench/sending/secret-permissions.ts'
import { createLayout } from './workbench/settings/layout.ts'
import { createSettings } from './workbench/settings/settings.ts'
import { createContainerTabs } from './workbench/tabs/container-tabs.ts'
import { inheritedPlaceId, isRequestTab } from './workbench/tabs/request-tab.ts'
import { createTabFollowing } from './workbench/tabs/tab-following.ts'
import { createTabNaming } from './workbench/tabs/tab-naming.ts'
import { createVariableTabs, isScopeOpenable } from './workbench/tabs/variable-tabs.ts'
import { createToasts } from './workbench/toasts.ts'
import { activeContainer, activeTab, createWorkbench, requestTab } from './workbench/workbench.ts'

export interface ServerState {
  readonly connection: ConnectionState
  readonly session: SessionDescription | null
}

export type AppModel = ReturnType<typeof createAppModel>

export interface AppModelOptions {
  readonly client: ServerClient
  readonly bodyReads: BodyReads
  readonly uploadFile: FileUpload
  readonly lastCall: LastCall
  readonly identity: WindowIdentity
  /** The token of the server's launch; another one when the server was restarted. */
  token(): string
  readonly nonce: string
  /** Loads what shows a response, which no request needs to be typed. */
  loadResponseBody(): void
}

/** Wires the headless parts of the page to the server. */
export function createAppModel({
  client,
  bodyReads,
  uploadFile,
  lastCall,
  identity,
  token,
  nonce,
  loadResponseBody,
}: AppModelOptions) {
  let endFollowing = () => {}
  const layout = createLayout(localStorage)
  const settings = createSettings({
    write: changed => client.settings.write({ settings: changed }),
    describeError: describeCallError,
    storage: localStorage,
  })
  followRoom(layout.setRoom)
  const dialogs = createDialogs()
  const followAppearance = () => {
    const { appearance } = settings.store.getState().settings
    applyAppearance(document.documentElement, appearance)
    layout.setOrientation(appearance.layout === 'beside' ? 'side' : 'stacked')
  }
  settings.store.subscribe(followAppearance)
  followAppearance()
  const { windowId } = identity
  const toasts = createToasts({
    newId: () => crypto.randomUUID(),
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
  })
  const parts = createServerParts({ client, windowId, uploadFile, toasts })
  const { environments, inheritedAuths, history, pickedFiles, recentlyDeleted, workspaces } = parts
  const { dataOverview, compare, exporting, runs } = parts
  const scripts = createScriptNews()
  const server = createStore<ServerState>(() => ({ connection: 'connecting', session: null }))
  const workbench = createWorkbench({
    startSend(input) {
      // A page that lost its server says so itself.
      loadResponseBody()
      return client.sends.start({ windowId, ...input })
    },
    cancelSend: sendId => client.sends.cancel({ sendId }),
    takeUpSend: sendId => client.sends.takeUp({ windowId, sendId }),
    // Where the server is gone, so is what it held.
    releaseSend: (sendId, bodyHandle) => {
      if (bodyHandle !== null) bodyReads.giveUp(bodyHandle)
      void client.sends.release({ sendId }).catch(() => undefined)
    },
    // A ticket is refused only where the server or the body is gone, which the page shows by itself.
    downloadBody: handle => void downloadBody(client, handle),
    sendBegins: tabId => toasts.dismissOf(notSentSubject(tabId)),
    notSent: (tabId, error) => toasts.show(notSentToast(tabId, error, goToLine(tabId, error))),
    describeError: describeCallError,
    now: () => Date.now(),
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
    nextFrame: callback => void requestAnimationFrame(callback),
    newId: () => crypto.randomUUID(),
  })
  const library = createLibrary({
    readTree: () => client.library.readTree(),
    readTreeChanges: since => client.library.readTreeChanges({ since }),
    readRequest: id => client.library.readRequest({ id }),
    createFolder: (parentId, name) => client.library.createFolder({ parentId, name }),
    createCollection: name => client.library.createCollection({ name }),
    listVariables: parentId => client.variables.list({ parentId }),
    describeError: describeCallError,
    notOpened: (title, text) => toasts.show({ kind: 'error', title, code: '', text }),
    show: workbench.openRequest,
  })
  const keptAuths = createKeptAuths()
  const documents = createDocumentServices(workbench.store, {
    notSaved: text => toasts.show({ kind: 'error', title: 'Not saved', code: '', text }),
    offerUndo: (text, run) =>
      toasts.show({
        kind: 'done',
        title: 'Conflict settled',
        code: '',
        text,
        action: { label: 'Undo', run },
      }),
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })
  const requestDocuments = createRequestDocuments(workbench.store, documents, {
    readRequest: id => client.library.readRequestIfThere({ id }),
    saveRequest: (id, request, baseVersion) => client.library.saveRequest({ id, request, baseVersion }),
    createRequest: (parentId, request, tabId) => client.library.createRequest({ parentId, request, tabId }),
  })
  const containerTabs = createContainerTabs(workbench.store, documents, {
    readContainer: id => client.library.readContainer({ id }),
    readContainerIfThere: id => client.library.readContainerIfThere({ id }),
    saveContainer: (id, content, baseVersion) => client.library.saveContainer({ id, content, baseVersion }),
    notOpened: (title, text) => toasts.show({ kind: 'error', title, code: '', text }),
  })
  const variableTabs = createVariableTabs(workbench.store, documents, {
    open: place => client.variables.open({ place }),
    save: (place, variables, baseVersion) =>
      client.variables.save({ place, variables: [...variables], baseVersion }),
    create: (name, variables) => client.environments.create({ name, variables: [...variables] }),
    closeClean: workbench.closeWithoutAsking,
  })
  const variableEditing: VariableEditing = {
    canEdit: ({ scope }) => isScopeOpenable(scope) || isOfContainer(scope),
    edit(variable): void {
      if (!isOfContainer(variable.scope)) return void variableTabs.openVariable(variable)
      const { tree } = library.store.getState()
      const parentId = inheritedPlaceId(activeTab(workbench.store.getState()))
      if (tree !== null && parentId !== null) void containerTabs.openVariable(tree, parentId, variable.name)
    },
  }
  const secretPermissions = createSecretPermissions({
    permissionsOfFiles: () => client.variables.permissionsOfFiles(),
    setScriptAccess: (secrets, isAllowed) =>
      client.variables.setScriptAccess({ secrets: [...secrets], isAllowed }),
    listVariables: () =>
      client.variables.list({ parentId: inheritedPlaceId(activeTab(workbench.store.getState())) }),
    edit: variableEditing.edit,
    toasts,
    describeError: describeCallError,
  })
  const following = createTabFollowing(workbench.store, {
    readTree: library.refresh,
    readRequest: id => client.library.readRequestIfThere({ id }),
    refreshTab: requestDocuments.refresh,
  })
  library.store.subscribe(({ tree }, before) => {
    if (tree === null || tree === before.tree) return
    following.follow(tree)
    containerTabs.follow(tree)
    runPages.follow(tree)
  })
  const sidebar = createSidebarCommands(library, {
    createRequest: (parentId, request) => client.library.createRequest({ parentId, request }),
    rename: (id, name) => client.library.rename({ id, name }),
    duplicate: id => client.library.duplicate({ id }),
    move: (id, parentId, index) => client.library.move({ id, parentId, index }),
    undoMove: moveId => client.library.undoMove({ moveId }),
    remove: id => client.library.remove({ id }),
    describeError: describeCallError,
    show: toasts.show,
    refreshTab: async id => {
      await Promise.all([following.refresh(id), containerTabs.refresh(id)])
    },
  })
  const naming = createTabNaming(workbench, sidebar.rename)
  const runPages = createRunPages(workbench.store, runs, {
    describeError: describeCallError,
    newId: () => crypto.randomUUID(),
  })
  const windowTabs = createWindowTabs({
    client,
    identity,
    lastCall,
    workbench,
    library,
    variableTabs,
    runPages,
    toasts,
    isServerThere: () => server.getState().connection === 'open',
  })
  const code = createCodeGeneration({
    prepare: input => client.code.prepare(input),
    isPicked: filePath => filePath in pickedFiles.store.getState().sizes,
    describeError: describeCallError,
  })
  workbench.store.subscribe((state, before) => {
    if (state.tabs.length >= before.tabs.length) return
    pickedFiles.releaseUnused(state.tabs.filter(isRequestTab))
    for (const tab of before.tabs)
      if (tab.kind !== 'run' && !state.tabs.some(({ id }) => id === tab.id)) keptAuths.forget(tab.draftId)
  })
  /** Saves what a tab holds, in place or with a place that the user chooses. True once it is saved. */
  async function save(tabId: string | null): Promise<boolean> {
    const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
    if (tab === undefined) return false
    if (tab.kind === 'run') return true
    if (tab.kind === 'variables') return variableTabs.save(tab.id)
    return isRequestTab(tab) ? requestDocuments.save(tab.id) : containerTabs.save(tab.id)
  }

  /** What was inherited may be another now. */
  function followLibrary(): void {
    library.follow()
    library.forgetVariables()
    inheritedAuths.forget()
    loadInherited()
  }

  function loadInherited(): void {
    const state = workbench.store.getState()
    const [tab, container] = [activeTab(state), activeContainer(state)]
    if (tab === null && container === null) return
    const parentId = container === null ? inheritedPlaceId(tab) : container.source.containerId
    void library.loadVariables(parentId)
    void inheritedAuths.load(container === null ? parentId : container.source.parentId)
  }
  workbench.store.subscribe(loadInherited)

  function receiveProgress({ sendId, progress }: SendEvent): void {
    const isNews = workbench.isAwaiting(sendId)
    workbench.receiveProgress(sendId, progress)
    const toast = isNews ? tokenNotRenewedToast(progress) : null
    if (toast !== null) toasts.show(toast)
  }
  function goToLine(tabId: string, { owner, phase, line, message }: ScriptError) {
    const secret = withheldSecretOf(message)
    if (secret !== null)
      return { label: 'Show the secret', run: () => void secretPermissions.showSecret(secret) }
    return owner === 'request' && line !== null
      ? { label: `Go to line ${line}`, run: () => workbench.goToScriptLine(tabId, phase, line) }
      : null
  }

  workbench.store.subscribe((state, before) => {
    const isSending = activeTab(state)?.send.state === 'awaiting'
    if (isSending && activeTab(before)?.send.state !== 'awaiting') layout.showPane('response')
  })

  async function describeSession(): Promise<void> {
    try {
      const session = await client.session.describe()
      server.setState({ session })
      if (session.recovery !== null) showRecovery(session.recovery)
    } catch {
      // The event stream says whether the server is there.
    }
  }

  /** Stays until the user has seen it, in this window and after a restart. */
  function showRecovery({ sentence, lines, nextStep }: NonNullable<SessionDescription['recovery']>): void {
    toasts.show({
      kind: 'error',
      title: 'Database repaired',
      code: '',
      text: `${sentence} ${nextStep}`,
      ...(lines.length === 0 ? {} : { lines }),
      subject: 'recovery',
      action: {
        label: 'Don’t show again',
        run: () => void client.appData.dismissRecovery().catch(() => {}),
      },
    })
  }

  function follow(): void {
    endFollowing()
    endFollowing = followWindow({
      identity,
      token: token(),
      client,
      shared: browserSharedEvents(token()),
      onEvent: event => {
        if (event.type === 'send') receiveProgress(event)
        else if (event.type === 'signIn') parts.tokens.receive(event)
        else if (event.type === 'tokens') parts.tokens.refresh()
        else if (event.type === 'settings') settings.receive(event.settings)
        else if (event.type === 'library') followLibrary()
        else if (event.type === 'environments') {
          environments.receive(event)
          variableTabs.receive(event)
          void secretPermissions.refreshNotice()
          library.forgetVariables()
          loadInherited()
        } else if (event.type === 'workspace') {
          windowTabs.receiveWorkspace(event.folder)
          void secretPermissions.showNotice()
        } else if (event.type === 'backup') dataOverview.receiveBackup(event)
        else if (event.type === 'sessionValues') {
          scripts.receiveValues(event.values)
          library.forgetVariables()
          loadInherited()
        } else if (event.type === 'console') scripts.receiveConsole(event)
        else if (event.type === 'history') history.receive(event)
        else if (event.type === 'secretQuestions') parts.secretQuestions.receive(event)
        else if (event.type === 'proxyTest') parts.proxyTest.receive(event)
        else if (event.type === 'import') parts.importing.receive(event)
        else if (event.type === 'run') runs.receive(event.run)
        else if (event.type === 'runPlan') runs.receivePlan(event)
        else if (event.type === 'export') {
          void exporting.receive(event)
          void parts.runReports.receive(event)
        }
      },
      onConnection: connection => {
        server.setState({ connection })
        if (connection === 'refused') workbench.loseRunningSends(restarted)
      },
    })
  }

  return {
    ...parts,
    nonce,
    windowId,
    client,
    server,
    workbench,
    library,
    conflicts: documents.conflicts,
    requestDocuments,
    containerTabs,
    variableTabs,
    variableEditing,
    sidebar,
    naming,
    keptAuths,
    layout,
    settings,
    dialogs,
    code,
    runPages,
    secretPermissions,
    toasts,
    scripts,
    save,
    /** Opens Generate Code on the draft of the active tab. */
    generateCode(): void {
      const tab = activeTab(workbench.store.getState())
      if (tab === null) return
      code.open({ request: tab.draft, parentId: inheritedPlaceId(tab) })
      dialogs.open('generateCode')
    },
    /** Opens Generate Code on a request of the library. */
    async generateCodeOf(row: TreeEntry): Promise<void> {
      const request = await library.readRequest(row)
      if (request === null) return
      code.open({ request, parentId: row.parentId })
      dialogs.open('generateCode')
    },
    /** Saves the tab whose closing waits for an answer, and closes it and what is to close after it. */
    async saveAndClose(): Promise<void> {
      const { closingTabId, closing } = workbench.store.getState()
      workbench.keepTab()
      if (closingTabId === null || !(await save(closingTabId))) return
      workbench.continueClosing({ ...closing, tabIds: [closingTabId, ...closing.tabIds] })
    },
    /** Opens a workspace in the place of the present one, whose tabs are kept until it is opened again. */
    async openWorkspace(folder: string): Promise<void> {
      const text = await workspaces.open(folder)
      if (text !== null) toasts.show({ kind: 'error', title: 'Workspace not opened', code: '', text })
    },
    /** Settings → Data and backups reads anew what it shows. */
    loadDataOverview(): void {
      void dataOverview.load()
      void recentlyDeleted.load()
      void workspaces.load()
    },
    openRecentlyDeleted(): void {
      void recentlyDeleted.load()
      dialogs.open('recentlyDeleted')
    },
    /** Opens Export on a collection, or on the only one there is. */
    openExport(collectionId: string | null, choice?: ExportChoice): void {
      const [first, second] = library.store.getState().tree?.collections ?? []
      exporting.open(collectionId ?? (second === undefined ? (first?.id ?? null) : null), choice)
      dialogs.open('export')
    },
    /** The whole history, newest first; nothing where it cannot be read. */
    listHistory: async () => (await client.history.list({}).catch(() => null))?.entries ?? [],
    /** Opens an entry of the history, with its response. */
    async openEntry(id: string): Promise<void> {
      const entry = await history.read(id)
      if (entry?.request.kind !== 'http') return
      const saved = findEntry(library.store.getState().tree, entry.requestId)
      workbench.openEntry(entry, entry.request, saved === null ? null : sourceOf(saved))
    },
    /** Shows the response of an earlier run of a tab's request. */
    async showEarlier(tabId: string, entryId: string): Promise<void> {
      const entry = await history.read(entryId)
      if (entry !== null) workbench.showEarlier(tabId, entry)
    },
    /** Sets the response of an earlier run beside the one that a tab shows. */
    async compareWith(tabId: string, entryId: string): Promise<void> {
      const entry = await history.read(entryId)
      const shown = requestTab(workbench.store.getState(), tabId)
      if (entry === null || shown === null) return
      const [earlier, present] = [earlierSend(entry, { state: 'idle' }), shown.send].map(comparedResponse)
      if (earlier && present) await compare.open(earlier, present)
    },
    toggleLayout(): void {
      const { layout: shown } = settings.store.getState().settings.appearance
      void settings.change('appearance', { layout: shown === 'below' ? 'beside' : 'below' })
    },
    start(): void {
      void windowTabs.open()
      void workspaces.load()
      void describeSession()
      follow()
    },
    /** The server was restarted and this window was given its new token: all that was typed goes on. */
    resume(): void {
      library.follow()
      windowTabs.keepAnew()
      void describeSession()
      follow()
    },
    /** The window was hidden. */
    hide: () => windowTabs.hide(),
    /** The page is about to close. False if something would be gone with it, so that the user is to be asked. */
    mayClose(): boolean {
      if (windowTabs.canClose()) return true
      windowTabs.hide()
      return false
    },
    /** The page closes: the server gets what it does not have yet. */
    close: () => windowTabs.close(),
  }
}

const isOfContainer = (scope: ScopedVariable['scope']) => scope === 'collection' || scope === 'folder'

const restarted = 'Parley was restarted, and its sends ended. Open the address that npm start printed.'

export const AppModelContext = createContext<AppModel | null>(null)

/** The headless parts of the page. */
export function useAppModel(): AppModel {
  const model = useContext(AppModelContext)
  if (model === null) throw new Error('useAppModel stands outside AppModelContext')
  return model
}
