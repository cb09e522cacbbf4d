import type { OpenKind } from '@parley/model'
import { type ReactNode, Suspense, useContext, useRef } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ResizeHandle } from '../../components/ResizeHandle.tsx'
import { useLayout } from '../../wiring/use-stores.ts'
import { shareOf, shownOrientation } from '../../workbench/settings/layout.ts'
import { PaneContext } from '../Request/pane-context.ts'
import styles from './Split.module.css'

export interface SplitProps {
  /** Shown above both parts; belongs to the request. */
  readonly head: ReactNode
  readonly first: ReactNode
  readonly second: ReactNode
  /** The share of the first part is remembered for each kind. */
  readonly kind: OpenKind
}

const PaneSwitch = lazyPart(async () => (await import('./PaneSwitch.tsx')).PaneSwitch)

/** The request and the response, one below the other or side by side; the share is remembered for each. */
export function Split({ head, first, second, kind }: SplitProps) {
  const layout = useLayout()
  const isBeside = useContext(PaneContext) !== null
  const orientation = useStore(layout.store, state => (isBeside ? 'stacked' : shownOrientation(state, kind)))
  const share = useStore(layout.store, state => shareOf(state, kind, orientation))
  const windowWidth = useStore(layout.store, state => state.windowWidth)
  const area = useRef<HTMLDivElement>(null)
  const isStacked = orientation === 'stacked'

  function handleDrag(clientX: number, clientY: number) {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return
    const next = isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width
    layout.resizeSplit(next, kind, orientation)
  }

  const headPart = (
    <div data-pane="request" className={styles.head}>
      {head}
    </div>
  )
  if (windowWidth === 'single')
    return (
      <>
        {headPart}
        <OnePane first={first} second={second} />
      </>
    )
  return (
    <>
      {headPart}
      <div ref={area} className={classNames(styles.area, styles[orientation])}>
        <div data-pane="request" className={styles.first} style={{ flexBasis: `${share * 100}%` }}>
          {first}
        </div>
        <ResizeHandle
          label="Resize response"
          orientation={isStacked ? 'horizontal' : 'vertical'}
          value={share * 100}
          min={5}
          max={95}
          step={2}
          onKeyMove={by => layout.resizeSplit(share + by / 100, kind, orientation)}
          onDrag={handleDrag}
          onReset={() => layout.resizeSplit(null, kind, orientation)}
        />
        <div className={styles.second}>{second}</div>
      </div>
    </>
  )
}

/** Where there is room for one part only. */
function OnePane({ first, second }: Pick<SplitProps, 'first' | 'second'>) {
  const layout = useLayout()
  const shownPane = useStore(layout.store, state => state.shownPane)
  return (
    <>
      <div className={styles.switch}>
        <Suspense>
          <PaneSwitch />
        </Suspense>
      </div>
      <div className={classNames(styles.area, styles.single)}>
        {shownPane === 'request' ? <div data-pane="request">{first}</div> : second}
      </div>
    </>
  )
}
