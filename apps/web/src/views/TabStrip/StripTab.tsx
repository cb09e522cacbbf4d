import { Pin, X } from 'lucide-react'
import type { DragEvent, MouseEvent, ReactNode } from 'react'
import { CutName } from '../../components/CutName.tsx'
import { startOwnDrag } from '../../components/own-drag.ts'
import type { StripName } from './differing-names.ts'
import styles from './TabStrip.module.css'

export interface StripTabProps {
  readonly name: string
  /** As the strip shows it. */
  readonly shownName: StripName
  /** More than the name, for the tooltip. */
  readonly detail?: string
  readonly badge: ReactNode
  readonly hasChanges: boolean
  readonly isActive: boolean
  /** Whether the Tab key reaches it. */
  readonly isStop: boolean
  readonly isDropTarget?: boolean
  /** Whether the next request that is only looked at takes its place. */
  readonly isPreview?: boolean
  /** Whether it has no button that closes it. */
  readonly isPinned?: boolean
  readonly onActivate: () => void
  readonly onKeepOpen?: () => void
  readonly onClose: () => void
  readonly onMenu: (x: number, y: number) => void
  /** Without it, the tab cannot be moved. */
  readonly drag?: {
    readonly onDragStart: () => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragEnd: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** One tab of the strip. */
export function StripTab(props: StripTabProps) {
  const { name, shownName, detail = '', badge, hasChanges, isActive, isStop, drag } = props
  const { isDropTarget = false, isPreview = false, isPinned = false } = props
  const { onActivate, onKeepOpen, onClose } = props
  return (
    <div
      role="tab"
      className={styles.tab}
      aria-label={name}
      aria-selected={isActive}
      aria-description={descriptionOf(props)}
      tabIndex={isStop ? 0 : -1}
      title={detail === '' ? name : `${name}\n${detail}`}
      draggable={drag !== undefined}
      data-drop={isDropTarget || undefined}
      data-preview={isPreview || undefined}
      data-pinned={isPinned || undefined}
      ref={element => (isActive && element !== null ? keepInSight(element) : undefined)}
      onClick={onActivate}
      onDoubleClick={onKeepOpen}
      onKeyDown={event => {
        if (event.key === 'Enter' || event.key === ' ') onActivate()
      }}
      onAuxClick={event => {
        if (event.button === 1) onClose()
      }}
      onContextMenu={event => openMenu(event, props)}
      onDragStart={event => {
        startOwnDrag(event.dataTransfer)
        drag?.onDragStart()
      }}
      onDragOver={drag?.onDragOver}
      onDragEnd={drag?.onDragEnd}
      onDrop={drag?.onDrop}
    >
      {isPinned && <Pin size={12} strokeWidth={1.75} className={styles.pin} aria-hidden="true" />}
      {badge}
      <StripTabName {...shownName} />
      {isPinned ? (
        hasChanges && <span className={styles.dot} />
      ) : (
        <CloseButton hasChanges={hasChanges} onClose={onClose} />
      )}
    </div>
  )
}

/** Scrolls the strip to a tab, now and whenever the strip becomes narrower or wider. */
function keepInSight(tab: HTMLElement): () => void {
  const show = () => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  show()
  const observer = new ResizeObserver(show)
  observer.observe(tab.parentElement ?? tab)
  return () => observer.disconnect()
}

function openMenu(event: MouseEvent<HTMLElement>, { onMenu }: StripTabProps): void {
  event.preventDefault()
  const box = event.currentTarget.getBoundingClientRect()
  const isByKey = event.clientX === 0 && event.clientY === 0
  onMenu(isByKey ? box.left : event.clientX, isByKey ? box.bottom : event.clientY)
}

function descriptionOf({ hasChanges, isPreview, isPinned }: StripTabProps): string | undefined {
  const marks = [
    ...(isPinned === true ? ['Pinned'] : []),
    ...(hasChanges ? ['Unsaved changes'] : []),
    ...(isPreview === true ? ['Preview'] : []),
  ]
  return marks.length === 0 ? undefined : marks.join(', ')
}

function CloseButton({ hasChanges, onClose }: Pick<StripTabProps, 'hasChanges' | 'onClose'>) {
  return (
    <>
      {/* A tab may hold no second stop of the Tab key: from the keyboard Delete and Alt W close. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a <button> inside a tab would be a nested control. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <span
        role="button"
        aria-label="Close tab"
        className={styles.close}
        data-unsaved={hasChanges || undefined}
        onClick={event => {
          event.stopPropagation()
          onClose()
        }}
      >
        {hasChanges && <span className={styles.dot} />}
        <X size={14} strokeWidth={1.75} className={styles.cross} aria-hidden="true" />
      </span>
    </>
  )
}

/** A shorter beginning of a path is not cut: one character would look like another path, as in `//books`. */
const leastCutLength = 6

/** A name; of a path that is too long, the middle is cut, or what follows the segment in which it differs from others. */
function StripTabName({ text: name, cut }: StripName) {
  const afterFirst = name.indexOf('/', 1)
  if (cut === 'end')
    return (
      <span className={styles.differing}>
        <span className="cut">{name.slice(0, afterFirst)}</span>
        <span>{name.slice(afterFirst)}</span>
      </span>
    )
  const lastSlash = name.startsWith('/') ? name.lastIndexOf('/') : 0
  const end = lastSlash < leastCutLength ? 0 : lastSlash
  return <CutName start={name.slice(0, end)} end={name.slice(end)} />
}
