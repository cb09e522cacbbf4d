import { applyAppearance } from '../styles/apply-appearance.ts'
import { followTyping } from '../window/follow-typing.ts'
import { followWindowWidth } from '../window/follow-window-width.ts'
import { activeTab } from '../workbench/active-tab.ts'
import { followTabsWithToasts } from '../workbench/follow-tabs-with-toasts.ts'
import { showNotSent } from '../workbench/sending/show-not-sent.ts'
import { isRequestTab } from '../workbench/tabs/request-tab.ts'
import type { Stores } from './create-stores.ts'

/** Makes stores follow each other if one changes with another. */
export function connectStores(stores: Stores): void {
  followAppearance(stores)
  recallLooks(stores)
  followTree(stores)
  releaseOfClosedTabs(stores)
  showResponsePane(stores)
  followWindowWidth(stores.layout.setWindowWidth)
  followTyping(isTyping => stores.typing.setState({ isTyping }))
  followTabsWithToasts(stores.workbench.store, stores.toasts)
  showNotSent(stores.workbench, stores.secretPermissions, stores.toasts)
}

function followAppearance({ settings, layout }: Pick<Stores, 'settings' | 'layout'>): void {
  const apply = () => {
    const { appearance } = settings.store.getState().settings
    applyAppearance(document.documentElement, appearance)
    layout.setLayout(appearance.layout)
  }
  settings.store.subscribe(apply)
  apply()
}

/** Takes the looks of the last start once the server has sent them. */
function recallLooks({
  server,
  memory,
  layout,
  library,
}: Pick<Stores, 'server' | 'memory' | 'layout' | 'library'>): void {
  const end = server.store.subscribe(({ session }) => {
    if (session === null) return
    end()
    memory.receive(session.pageMemory)
    layout.recall()
    library.recallFolded()
  })
}

/** Makes open tabs follow changes of their files. */
function followTree({
  library,
  requestTabs,
  containerTabs,
  exampleTabs,
  runPages,
}: Pick<Stores, 'library' | 'requestTabs' | 'containerTabs' | 'exampleTabs' | 'runPages'>): void {
  library.store.subscribe(({ tree }, before) => {
    if (tree === null || tree === before.tree) return
    for (const tabs of [requestTabs, containerTabs, exampleTabs, runPages]) tabs.follow(tree)
  })
}

/** Releases the resources of closed tabs. */
function releaseOfClosedTabs({
  workbench,
  pickedFiles,
  previousAuths,
}: Pick<Stores, 'workbench' | 'pickedFiles' | 'previousAuths'>): void {
  workbench.store.subscribe((state, before) => {
    if (state.tabs.length >= before.tabs.length) return
    pickedFiles.releaseUnused(state.tabs.filter(isRequestTab))
    for (const tab of before.tabs)
      if (tab.kind !== 'run' && !state.tabs.some(({ id }) => id === tab.id)) previousAuths.forget(tab.draftId)
  })
}

/** If there is space for one pane only, a send shows the response. */
function showResponsePane({ workbench, layout }: Pick<Stores, 'workbench' | 'layout'>): void {
  workbench.store.subscribe((state, before) => {
    const isSending = activeTab(state)?.send.state === 'awaiting'
    if (isSending && activeTab(before)?.send.state !== 'awaiting') layout.showPane('response')
  })
}
