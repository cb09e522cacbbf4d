import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { classNames } from '../components/class-names.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import { commandForKey } from '../workbench/keymap.ts'
import { isSidebarShown } from '../workbench/layout.ts'
import { activeTab } from '../workbench/workbench.ts'
import styles from './App.module.css'
import { CloseTabDialog } from './CloseTabDialog.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { EmptyWorkbench } from './EmptyWorkbench.tsx'
import { focusPane, keepFocus } from './focus-pane.ts'
import { openNewRequest } from './open-new-request.ts'
import { RequestView } from './RequestView.tsx'
import { Sidebar } from './Sidebar/Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'

/** The shell: top bar, sidebar, tab strip with the active request, status bar. */
export function App() {
  const { workbench, layout, library } = useAppModel()
  const tab = useStore(workbench.store, activeTab)
  const isLoading = useStore(library.store, state => state.tree === null && state.failure === null)
  const isSidebarOpen = useStore(layout.store, isSidebarShown)
  useShortcuts()
  return (
    <div className={classNames(styles.app, !isSidebarOpen && styles.withoutSidebar)}>
      <TopBar />
      {isSidebarOpen && <Sidebar />}
      <main className={styles.main}>
        <ConnectionBanner />
        <TabStrip />
        {tab === null ? (
          !isLoading && <EmptyWorkbench />
        ) : (
          <ErrorBoundary subject="The request" resetKey={tab.id}>
            <RequestView tab={tab} />
          </ErrorBoundary>
        )}
      </main>
      <StatusBar />
      <CloseTabDialog />
    </div>
  )
}

/** The shortcuts that work wherever the focus is; they come before those of editors and menus. */
function useShortcuts(): void {
  const { workbench, layout } = useAppModel()
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const command = commandForKey(event)
      if (command === null || document.querySelector('[role="alertdialog"]') !== null) return
      event.preventDefault()
      event.stopPropagation()
      const { activeTabId } = workbench.store.getState()
      if (command === 'send') void workbench.sendActiveTab()
      else if (command === 'newTab') openNewRequest(workbench)
      else if (command === 'closeTab' && activeTabId !== null) {
        workbench.closeTab(activeTabId)
        keepFocus()
      } else if (command === 'toggleSidebar') layout.toggleSidebar()
      else if (command === 'nextPane') focusPane(1)
      else if (command === 'previousPane') focusPane(-1)
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [workbench, layout])
}
