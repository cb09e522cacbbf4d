import { Download, Ellipsis, Plus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { SkeletonLines } from '../../components/lists/SkeletonLines.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { ResizeHandle } from '../../components/ResizeHandle.tsx'
import { flattenTree } from '../../library/flatten-tree.ts'
import {
  useDialogCommands,
  useDialogs,
  useLayout,
  useLibrary,
  useSettings,
  useSidebar,
} from '../../wiring/use-stores.ts'
import { sidebarWidthLimits } from '../../workbench/settings/layout.ts'
import { afterDialogsClose } from '../Shortcuts/focus-pane.ts'
import { CollectionTree } from './CollectionTree.tsx'
import styles from './Sidebar.module.css'
import { SidebarSections } from './SidebarSections.tsx'
import { focusTree } from './tree-focus.ts'

/** The collections, the history and the environments, each with a search. */
export function Sidebar() {
  const layout = useLayout()
  const width = useStore(layout.store, state => state.sidebarWidth)
  const element = useRef<HTMLElement>(null)
  const present = () => width ?? element.current?.offsetWidth ?? 276
  return (
    <nav
      ref={element}
      id="sidebar"
      aria-label="Sidebar"
      data-pane="sidebar"
      className={styles.sidebar}
      style={width === null ? undefined : { width }}
    >
      <div className={styles.column}>
        <SidebarSections
          sections={[
            { id: 'collections', label: 'Collections', content: <Collections /> },
            {
              id: 'history',
              label: 'History',
              content: (
                <ErrorBoundary subject="The history" resetKey="history">
                  <Suspense>
                    <HistoryPanel />
                  </Suspense>
                </ErrorBoundary>
              ),
            },
            {
              id: 'environments',
              label: 'Environments',
              content: (
                <ErrorBoundary subject="The environments" resetKey="environments">
                  <Suspense>
                    <EnvironmentList />
                  </Suspense>
                </ErrorBoundary>
              ),
            },
          ]}
        />
      </div>
      <ResizeHandle
        label="Resize sidebar"
        orientation="vertical"
        value={width ?? 276}
        min={sidebarWidthLimits.min}
        max={sidebarWidthLimits.max}
        step={16}
        controls="sidebar"
        onKeyMove={by => layout.resizeSidebar(present() + by)}
        onDrag={clientX =>
          layout.resizeSidebar(clientX - (element.current?.getBoundingClientRect().left ?? 0))
        }
        onReset={() => layout.resizeSidebar(null)}
      />
    </nav>
  )
}

const HistoryPanel = lazyPart(async () => (await import('../History/HistoryPanel.tsx')).HistoryPanel)

const EnvironmentList = lazyPart(
  async () => (await import('../Environments/EnvironmentList.tsx')).EnvironmentList,
)

function Collections() {
  const library = useLibrary()
  const [filter, setFilter] = useState('')
  return (
    <>
      <div className={styles.find}>
        <SearchField
          label="Filter collections"
          placeholder="Filter"
          value={filter}
          onChange={typed => {
            setFilter(typed)
            void library.findByUrl(typed)
          }}
          onArrowDown={focusTree}
        />
        <SidebarActions />
      </div>
      <ErrorBoundary subject="The sidebar" resetKey="sidebar">
        <SidebarContent filter={filter} />
      </ErrorBoundary>
    </>
  )
}

const sidebarActions = [
  { id: 'collapseAll', label: 'Collapse all' },
  { id: 'expandAll', label: 'Expand all' },
  { id: 'recentlyDeleted', label: 'Recently deleted', startsGroup: true },
] as const

function SidebarActions() {
  const library = useLibrary()
  const sidebar = useSidebar()
  const dialogs = useDialogs()
  const { openRecentlyDeleted } = useDialogCommands()
  const foldAll = (isFolded: boolean) => {
    library.foldAll(isFolded)
    focusTree()
  }
  const run = {
    collapseAll: () => foldAll(true),
    expandAll: () => foldAll(false),
    recentlyDeleted: openRecentlyDeleted,
  }
  return (
    <>
      <IconButton label="New collection" onPress={() => void sidebar.addCollection()}>
        <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label="Import" onPress={() => dialogs.open('import')}>
        <Download size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <ActionMenu
        label="More actions"
        placement="bottom end"
        actions={sidebarActions}
        onAction={action => afterDialogsClose(run[action])}
      >
        <IconButton label="More actions">
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </ActionMenu>
    </>
  )
}

const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps)

function SidebarContent({ filter }: { readonly filter: string }) {
  const library = useLibrary()
  const settings = useSettings()
  const density = useStore(settings.store, state => state.settings.appearance.density)
  const tree = useStore(library.store, state => state.tree)
  const toggled = useStore(library.store, state => state.toggled)
  const found = useStore(library.store, state => state.foundByUrl)
  const failure = useStore(library.store, state => state.failure)
  if (tree === null) return failure === null ? <SkeletonLines /> : <p className={styles.failure}>{failure}</p>
  const rows = flattenTree(tree, toggled, filter, found.text === filter.trim() ? found.ids : undefined)
  return (
    <>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {/* The tree measures its rows once, so rows of another height need a new tree. */}
      {rows.length > 0 && <CollectionTree key={density} rows={rows} density={density} />}
      {rows.length === 0 && filter.trim() !== '' && (
        <p className={styles.nothing}>Nothing matches “{filter.trim()}”</p>
      )}
      {filter.trim() === '' && !tree.collections.some(one => one.children.length > 0) && (
        <Suspense>
          <FirstSteps tree={tree} />
        </Suspense>
      )}
    </>
  )
}
