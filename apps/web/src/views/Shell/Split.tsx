import type { OpenKind } from '@parley/model'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { ResizeHandle } from '../../components/ResizeHandle.tsx'
import { useLayout } from '../../wiring/use-stores.ts'
import { shareOf, shownOrientation } from '../../workbench/settings/layout.ts'
import styles from './Split.module.css'

export interface SplitProps {
  /** Shown above both parts; belongs to the request. */
  readonly head: ReactNode
  readonly first: ReactNode
  readonly second: ReactNode
  /** The share of the first part is remembered for each kind. */
  readonly kind: OpenKind
}

const paneChoices = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
] as const

/** The request and the response, one below the other or side by side; the share is remembered for each. */
export function Split({ head, first, second, kind }: SplitProps) {
  const layout = useLayout()
  const orientation = useStore(layout.store, state => shownOrientation(state, kind))
  const share = useStore(layout.store, state => shareOf(state, kind))
  const windowWidth = useStore(layout.store, state => state.windowWidth)
  const area = useRef<HTMLDivElement>(null)
  const isStacked = orientation === 'stacked'

  function handleDrag(clientX: number, clientY: number) {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return
    layout.resizeSplit(isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width, kind)
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
          onKeyMove={by => layout.resizeSplit(share + by / 100, kind)}
          onDrag={handleDrag}
          onReset={() => layout.resizeSplit(null, kind)}
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
        <SegmentedControl label="Pane" value={shownPane} choices={paneChoices} onChange={layout.showPane} />
      </div>
      <div className={classNames(styles.area, styles.single)}>
        {shownPane === 'request' ? <div data-pane="request">{first}</div> : second}
      </div>
    </>
  )
}
