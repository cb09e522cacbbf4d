import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { VariableEditingContext } from '../../components/fields/variable-editing.ts'
import {
  useCompare,
  useConflicts,
  useDialogs,
  useEnvironments,
  useLayout,
  useLibrary,
  useRequestDocuments,
  useSecretQuestions,
  useSidebar,
  useVariableEditing,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { isSidebarShown } from '../../workbench/settings/layout.ts'
import { activeContainer, activeRun, activeTab, activeVariables } from '../../workbench/workbench.ts'
import { RequestView } from '../Request/RequestView.tsx'
import { useShortcuts } from '../Shortcuts/use-shortcuts.ts'
import { Sidebar } from '../Sidebar/Sidebar.tsx'
import { TabStrip } from '../TabStrip/TabStrip.tsx'
import styles from './App.module.css'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { EmptyWorkbench } from './EmptyWorkbench.tsx'
import { ScriptConsole } from './ScriptConsole.tsx'
import { StatusBar } from './StatusBar.tsx'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { useDroppedImports } from './use-dropped-imports.ts'
import { useFocusAfterDialogs } from './use-focus-after-dialogs.ts'

/** The shell: top bar, sidebar, tab strip with the active request, status bar. */
export function App() {
  const workbench = useWorkbench()
  const layout = useLayout()
  const library = useLibrary()
  const variableEditing = useVariableEditing()
  const tab = useStore(workbench.store, activeTab)
  const variables = useStore(workbench.store, activeVariables)
  const container = useStore(workbench.store, activeContainer)
  const run = useStore(workbench.store, activeRun)
  const isLoading = useStore(library.store, state => state.tree === null && state.failure === null)
  const isSidebarOpen = useStore(layout.store, isSidebarShown)
  useShortcuts()
  useDroppedImports()
  useFocusAfterDialogs()
  return (
    <VariableEditingContext value={variableEditing}>
      <div className={classNames(styles.app, !isSidebarOpen && styles.withoutSidebar)}>
        <TopBar />
        {isSidebarOpen && <Sidebar />}
        <main className={styles.main}>
          <ConnectionBanner />
          <TabStrip />
          {variables !== null ? (
            <ErrorBoundary subject="The variables" resetKey={variables.id}>
              <Suspense>
                <VariablesView key={variables.id} tab={variables} />
              </Suspense>
            </ErrorBoundary>
          ) : container !== null ? (
            <ErrorBoundary subject="The page" resetKey={container.id}>
              <Suspense>
                <ContainerView key={container.id} tab={container} />
              </Suspense>
            </ErrorBoundary>
          ) : run !== null ? (
            <ErrorBoundary subject="The run" resetKey={run.id}>
              <Suspense>
                <RunView key={run.id} tab={run} />
              </Suspense>
            </ErrorBoundary>
          ) : tab === null ? (
            !isLoading && <EmptyWorkbench />
          ) : (
            <ErrorBoundary subject="The request" resetKey={tab.id}>
              <RequestView tab={tab} />
            </ErrorBoundary>
          )}
          <ScriptConsole />
        </main>
        <StatusBar />
        <Toasts />
        <OpenQuestions />
        <OpenDialog />
      </div>
    </VariableEditingContext>
  )
}

const Questions = lazy(async () => {
  const { Questions: Component } = await import('./Questions.tsx')
  return { default: Component }
})

const VariablesView = lazy(async () => {
  const { VariablesView: Component } = await import('../Environments/VariablesView.tsx')
  return { default: Component }
})

const Palette = lazy(async () => {
  const { Palette: Component } = await import('../Palette/Palette.tsx')
  return { default: Component }
})

const SettingsDialog = lazy(async () => {
  const { SettingsDialog: Component } = await import('../Settings/SettingsDialog.tsx')
  return { default: Component }
})

const GenerateCodeDialog = lazy(async () => {
  const { GenerateCodeDialog: Component } = await import('../GenerateCode/GenerateCodeDialog.tsx')
  return { default: Component }
})

const RunView = lazy(async () => {
  const { RunView: Component } = await import('../Runner/RunView.tsx')
  return { default: Component }
})

const ContainerView = lazy(async () => {
  const { ContainerView: Component } = await import('../Container/ContainerView.tsx')
  return { default: Component }
})

const WorkspaceDialog = lazy(async () => {
  const { WorkspaceDialog: Component } = await import('./WorkspaceDialog.tsx')
  return { default: Component }
})

const ExportDialog = lazy(async () => {
  const { ExportDialog: Component } = await import('../Export/ExportDialog.tsx')
  return { default: Component }
})

const ImportDialog = lazy(async () => {
  const { ImportDialog: Component } = await import('../Import/ImportDialog.tsx')
  return { default: Component }
})

const RecentlyDeletedDialog = lazy(async () => {
  const { RecentlyDeletedDialog: Component } = await import('../Deleted/RecentlyDeletedDialog.tsx')
  return { default: Component }
})

const RemoveDialog = lazy(async () => {
  const { RemoveDialog: Component } = await import('../Sidebar/RemoveDialog.tsx')
  return { default: Component }
})

const SaveRequestDialog = lazy(async () => {
  const { SaveRequestDialog: Component } = await import('../Request/SaveRequestDialog.tsx')
  return { default: Component }
})

const CompareDialog = lazy(async () => {
  const { CompareDialog: Component } = await import('../History/CompareDialog.tsx')
  return { default: Component }
})

/** Dialogs that stop what was begun until the user answers. */
function OpenQuestions() {
  const workbench = useWorkbench()
  const conflicts = useConflicts()
  const environments = useEnvironments()
  const secretQuestions = useSecretQuestions()
  const isOfTab = useStore(workbench.store, state => state.closingTabId !== null)
  const isOfConflict = useStore(conflicts.store, state => state.conflicts.length > 0)
  const isOfEnvironment = useStore(environments.store, state => state.deletingId !== null)
  const isOfSecret = useStore(secretQuestions.store, state => state.questions.length > 0)
  const isAsked = isOfSecret || isOfTab || isOfConflict || isOfEnvironment
  return (
    <ErrorBoundary subject="The question" resetKey={String(isAsked)} isOverlay>
      <Suspense>{isAsked && <Questions />}</Suspense>
    </ErrorBoundary>
  )
}

/** The dialog that a command has opened. */
function OpenDialog() {
  const dialogs = useDialogs()
  const requestDocuments = useRequestDocuments()
  const sidebar = useSidebar()
  const compare = useCompare()
  const comparison = useStore(compare.store, state => state.comparison)
  const removing = useStore(sidebar.store, state => state.removing)
  const open = useStore(dialogs.store, state => state.open)
  const placingTabId = useStore(requestDocuments.store, state => state.placingTabId)
  return (
    <ErrorBoundary subject="The dialog" resetKey={open ?? ''} isOverlay>
      <Suspense>
        {open === 'palette' && <Palette onClose={dialogs.close} />}
        {open === 'settings' && <SettingsDialog onClose={dialogs.close} />}
        {open === 'generateCode' && <GenerateCodeDialog onClose={dialogs.close} />}
        {(open === 'openWorkspace' || open === 'newWorkspace') && (
          <WorkspaceDialog isNew={open === 'newWorkspace'} onClose={dialogs.close} />
        )}
        {open === 'export' && <ExportDialog onClose={dialogs.close} />}
        {open === 'import' && <ImportDialog onClose={dialogs.close} />}
        {open === 'recentlyDeleted' && <RecentlyDeletedDialog onClose={dialogs.close} />}
        {comparison !== null && <CompareDialog comparison={comparison} onClose={compare.close} />}
        {removing !== null && <RemoveDialog removing={removing} />}
        {placingTabId !== null && (
          <SaveRequestDialog tabId={placingTabId} onClose={requestDocuments.stopPlacing} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
}
