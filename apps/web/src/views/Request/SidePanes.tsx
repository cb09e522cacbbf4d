import { useMemo, useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { ResizeHandle } from '../../components/ResizeHandle.tsx'
import { useBeside, useLayout, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { type RequestTab, tabName } from '../../workbench/tabs/request-tab.ts'
import { keepShownRequest } from '../../workbench/tabs/shown-request.ts'
import { focusActiveTab } from '../Shortcuts/focus-pane.ts'
import { PaneContext } from './pane-context.ts'
import { RequestView } from './RequestView.tsx'
import styles from './SidePanes.module.css'

const room = matchMedia('(min-width: 1200px)')

function followRoom(onChange: () => void): () => void {
  room.addEventListener('change', onChange)
  return () => room.removeEventListener('change', onChange)
}

/** The active request and the one beside it; the active one alone where there is no room for two. */
export function SidePanes({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const layout = useLayout()
  const { tabId, side } = useStore(useBeside().store)
  const select = useMemo(() => keepShownRequest(state => requestTab(state, tabId)), [tabId])
  const other = useStore(workbench.store, select)
  const share = useStore(layout.store, state => state.leftShare)
  const hasRoom = useSyncExternalStore(followRoom, () => room.matches)
  const area = useRef<HTMLDivElement>(null)
  if (other === null || !hasRoom) return <RequestView tab={tab} />
  const [left, right] = side === 'left' ? [other, tab] : [tab, other]
  return (
    <div ref={area} className={styles.area}>
      <RequestPaneBeside tab={left} isActive={left === tab} width={`${share * 100}%`} />
      <ResizeHandle
        label="Resize requests"
        orientation="vertical"
        value={share * 100}
        min={20}
        max={80}
        step={2}
        onKeyMove={by => layout.resizeLeft(share + by / 100)}
        onDrag={clientX => {
          const box = area.current?.getBoundingClientRect()
          if (box !== undefined) layout.resizeLeft((clientX - box.left) / box.width)
        }}
        onReset={() => layout.resizeLeft(0.5)}
      />
      <RequestPaneBeside tab={right} isActive={right === tab} width="0" />
    </div>
  )
}

interface RequestPaneBesideProps {
  readonly tab: RequestTab
  readonly isActive: boolean
  /** The second one takes what is left. */
  readonly width: string
}

/** The focus goes to the tab of the one that stays, as the button that had it is gone. */
function closeSide(beside: ReturnType<typeof useBeside>, tabId: string): void {
  beside.closePane(tabId)
  focusActiveTab()
}

/** One of the two; it becomes the active one with the focus or a click. */
function RequestPaneBeside({ tab, isActive, width }: RequestPaneBesideProps) {
  const workbench = useWorkbench()
  const name = tabName(tab)
  const beside = useBeside()
  const pane = useMemo(
    () => ({ tabId: tab.id, name, close: () => closeSide(beside, tab.id) }),
    [beside, tab.id, name],
  )
  const activate = () => {
    if (!isActive) workbench.activateTab(tab.id)
  }
  return (
    <section
      aria-label={`Request ${name}`}
      className={styles.pane}
      data-beside={isActive ? undefined : ''}
      style={{ flexBasis: width }}
      onFocus={activate}
      onPointerDownCapture={activate}
    >
      <PaneContext value={pane}>
        <ErrorBoundary subject="The request" resetKey={tab.id}>
          <RequestView tab={tab} />
        </ErrorBoundary>
      </PaneContext>
    </section>
  )
}
