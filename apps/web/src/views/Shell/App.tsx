import { Activity, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { VariableEditingContext } from '../../components/fields/variable-editing.ts'
import { lazyOverlay, lazyPart } from '../../components/lazy-part.tsx'
import { ServerAbsenceContext } from '../../components/server-absence.ts'
import {
  useBeside,
  useDialogs,
  useLayout,
  useLibrary,
  useSettings,
  useStores,
  useVariableEditing,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { activeContainer, activeExample, activeRun, activeVariables } from '../../workbench/active-tab.ts'
import { isSidebarShown } from '../../workbench/settings/layout.ts'
import { keepShownRequest } from '../../workbench/tabs/shown-request.ts'
import { RequestView, type RequestViewProps } from '../Request/RequestView.tsx'
import { useShortcuts } from '../Shortcuts/use-shortcuts.ts'
import { Sidebar } from '../Sidebar/Sidebar.tsx'
import { TabStrip } from '../TabStrip/TabStrip.tsx'
import styles from './App.module.css'
import { ConnectionBanner, useServerAbsence } from './ConnectionBanner.tsx'
import { OpenDialogs } from './dialogs/OpenDialogs.tsx'
import { OpenQuestions } from './dialogs/OpenQuestions.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useDroppedImports } from './use-dropped-imports.ts'
import { useFocusAfterDialogs } from './use-focus-after-dialogs.ts'
import { WindowTitle } from './WindowTitle.tsx'

/** The shell: top bar, sidebar, tab strip with the active request, status bar. */
export function App() {
  const layout = useLayout()
  const variableEditing = useVariableEditing()
  const isSidebarOpen = useStore(layout.store, isSidebarShown)
  const dialogs = useDialogs()
  const isDesktop = useStores().desktop.bridge !== null
  const hasAssistant = useStore(dialogs.store, state => state.hasAssistant)
  useShortcuts()
  useDroppedImports()
  useFocusAfterDialogs()
  return (
    <ServerAbsenceContext value={useServerAbsence()}>
      <VariableEditingContext value={variableEditing}>
        <WindowTitle />
        {isDesktop && (
          <Suspense>
            <DesktopWindow />
          </Suspense>
        )}
        <div className={classNames(styles.app, !isSidebarOpen && styles.withoutSidebar)}>
          <TopBar />
          {/* Hidden it keeps its section, its filter and its place in the list. */}
          <Activity mode={isSidebarOpen ? 'visible' : 'hidden'}>
            <Sidebar />
          </Activity>
          <main className={styles.main}>
            <ConnectionBanner />
            <TabStrip />
            <ActiveTab />
            <ShownConsole />
          </main>
          {hasAssistant && (
            <Suspense>
              <ShownAssistant />
            </Suspense>
          )}
          <StatusBar />
          <Suspense>
            <Toasts />
          </Suspense>
          <OpenQuestions />
          <OpenDialogs />
        </div>
      </VariableEditingContext>
    </ServerAbsenceContext>
  )
}

const ShownAssistant = lazyPart(async () => (await import('../Assistant/ShownAssistant.tsx')).ShownAssistant)

/** Loaded at once, but after the page: a notice may say that the server is gone, which could not give its code any more. */
const Toasts = lazyOverlay(async () => (await import('./Toasts.tsx')).Toasts)

/** The script console, which is loaded when it is first shown. */
function ShownConsole() {
  const settings = useSettings()
  const isShown = useStore(settings.store, state => state.settings.editor.showScriptConsole)
  return (
    isShown && (
      <Suspense>
        <ScriptConsole />
      </Suspense>
    )
  )
}

const DesktopWindow = lazyOverlay(async () => (await loadDesktopWindow()).DesktopWindow)

/** Loads what only windows of the desktop app have: before the page shows, so that it takes every key. */
export function loadDesktopWindow() {
  return import('../Desktop/DesktopWindow.ts')
}

const ScriptConsole = lazyPart(async () => (await import('./ScriptConsole.tsx')).ScriptConsole)

/** The open tab. Only this part of the shell renders with each piece of a response, and with keys outside of a raw body. */
function ActiveTab() {
  const workbench = useWorkbench()
  const library = useLibrary()
  const [selectRequest] = useState(keepShownRequest)
  const tab = useStore(workbench.store, selectRequest)
  const variables = useStore(workbench.store, activeVariables)
  const container = useStore(workbench.store, activeContainer)
  const run = useStore(workbench.store, activeRun)
  const example = useStore(workbench.store, activeExample)
  const isLoading = useStore(library.store, state => state.tree === null && state.failure === null)
  if (variables !== null)
    return (
      <ErrorBoundary subject="The variables" resetKey={variables.id}>
        <Suspense>
          <VariablesView key={variables.id} tab={variables} />
        </Suspense>
      </ErrorBoundary>
    )
  if (container !== null)
    return (
      <ErrorBoundary subject="The page" resetKey={container.id}>
        <Suspense>
          <ContainerView key={container.id} tab={container} />
        </Suspense>
      </ErrorBoundary>
    )
  if (example !== null)
    return (
      <ErrorBoundary subject="The example" resetKey={example.id}>
        <Suspense>
          <ExampleView key={example.id} tab={example} />
        </Suspense>
      </ErrorBoundary>
    )
  if (run !== null)
    return (
      <ErrorBoundary subject="The run" resetKey={run.id}>
        <Suspense>
          <RunView key={run.id} tab={run} />
        </Suspense>
      </ErrorBoundary>
    )
  if (tab === null)
    return isLoading ? null : (
      <Suspense>
        <EmptyWorkbench />
      </Suspense>
    )
  return (
    <ErrorBoundary subject="The request" resetKey={tab.id}>
      <ActiveRequest tab={tab} />
    </ErrorBoundary>
  )
}

/** The active request, with the one beside it if there is one. */
function ActiveRequest({ tab }: RequestViewProps) {
  const isAlone = useStore(useBeside().store, state => state.tabId === null)
  const view = <RequestView tab={tab} />
  return isAlone ? (
    view
  ) : (
    <Suspense fallback={view}>
      <SidePanes tab={tab} />
    </Suspense>
  )
}

const SidePanes = lazyPart(async () => (await import('../Request/SidePanes.tsx')).SidePanes)

const EmptyWorkbench = lazyPart(async () => (await import('./EmptyWorkbench.tsx')).EmptyWorkbench)

const VariablesView = lazyPart(async () => (await import('../Environments/VariablesView.tsx')).VariablesView)

const ExampleView = lazyPart(async () => (await import('../Example/ExampleView.tsx')).ExampleView)

const RunView = lazyPart(async () => (await import('../Runner/RunView.tsx')).RunView)

const ContainerView = lazyPart(async () => (await import('../Container/ContainerView.tsx')).ContainerView)
