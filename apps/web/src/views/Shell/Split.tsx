import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { ResizeHandle } from '../../components/ResizeHandle.tsx'
import { useLayout } from '../../wiring/use-stores.ts'
import { chosenShare, shownOrientation } from '../../workbench/settings/layout.ts'
import styles from './Split.module.css'

export interface SplitProps {
  /** Shown above both parts; belongs to the request. */
  readonly head: ReactNode
  readonly first: ReactNode
  readonly second: ReactNode
  /** Whether the first part needs more height than a table. */
  readonly isTall: boolean
}

const paneChoices = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
] as const

/** Until dragged, the tabs, the head of a table and four rows fit in a low window too. */
const defaultHeights = { table: 'max(32%, 184px)', tall: '55%' } as const

const defaultShares = { table: 0.32, tall: 0.55, side: 0.5 } as const

/** The request and the response, one below the other or side by side; the share is remembered for each. */
export function Split({ head, first, second, isTall }: SplitProps) {
  const layout = useLayout()
  const orientation = useStore(layout.store, shownOrientation)
  const chosen = useStore(layout.store, state => chosenShare(state, isTall))
  const windowWidth = useStore(layout.store, state => state.windowWidth)
  const area = useRef<HTMLDivElement>(null)
  const isStacked = orientation === 'stacked'
  const height = isTall ? 'tall' : 'table'
  const share = chosen ?? defaultShares[isStacked ? height : 'side']

  function handleDrag(clientX: number, clientY: number) {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return
    layout.resizeSplit(
      isStacked ? (clientY - box.top) / box.height : (clientX - box.left) / box.width,
      isTall,
    )
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
        <div
          data-pane="request"
          className={styles.first}
          style={{ flexBasis: isStacked && chosen === null ? defaultHeights[height] : `${share * 100}%` }}
        >
          {first}
        </div>
        <ResizeHandle
          label="Resize response"
          orientation={isStacked ? 'horizontal' : 'vertical'}
          value={share * 100}
          min={5}
          max={95}
          step={2}
          onKeyMove={by => layout.resizeSplit(share + by / 100, isTall)}
          onDrag={handleDrag}
          onReset={() => layout.resizeSplit(null, isTall)}
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
