import type { SearchPattern } from '@parley/engine/search'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ResponseViewer, ViewerActions } from '../../../editor/viewer/response-viewer.ts'
import type { RowSource } from '../../../editor/viewer/row-source.ts'
import { useNonce } from '../../../wiring/use-stores.ts'
import type { BodyMatch, BodySearch } from '../../../workbench/response/body-search.ts'
import styles from './ResponseBody.module.css'

/** The code of the viewer once it is loaded: from then on a text is drawn in the frame that shows it. */
let viewerCode: typeof import('../../../editor/viewer/response-viewer.ts') | null = null

export interface ResponseTextHandle {
  focus(): void
}

export interface ResponseTextProps {
  readonly source: RowSource
  readonly isWrapped: boolean
  readonly search: BodySearch
  /** What can be done with what is in the text; absent: nothing. */
  readonly actions?: ViewerActions | null
  readonly ref?: Ref<ResponseTextHandle>
}

/** The text of a body in a viewer that is loaded when first needed. */
export function ResponseText({ source, isWrapped, search, actions = null, ref }: ResponseTextProps) {
  const nonce = useNonce()
  const scroller = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const viewer = useRef<ResponseViewer | null>(null)
  const pattern = useStore(search.store, state => (state.isOpen ? state.pattern : null))
  const match = useStore(search.store, state => state.match)
  const latest = useRef({ source, isWrapped, pattern, match })
  const latestActions = useRef(actions)

  useEffect(() => {
    latestActions.current = actions
  }, [actions])

  useEffect(() => {
    latest.current = { source, isWrapped, pattern, match }
    if (viewer.current !== null) update(viewer.current, latest.current)
  }, [source, isWrapped, pattern, match])

  useLayoutEffect(() => {
    let isUnmounted = false
    const open = (code: NonNullable<typeof viewerCode>) => {
      viewerCode = code
      if (isUnmounted || scroller.current === null || holder.current === null || spacer.current === null)
        return
      const frame = { scroller: scroller.current, holder: holder.current, spacer: spacer.current }
      viewer.current = new code.ResponseViewer(frame, nonce, () => latestActions.current)
      update(viewer.current, latest.current)
    }
    if (viewerCode === null) void import('../../../editor/viewer/response-viewer.ts').then(open)
    else open(viewerCode)
    return () => {
      isUnmounted = true
      viewer.current?.destroy()
      viewer.current = null
    }
  }, [nonce])

  useImperativeHandle(ref, () => ({ focus: () => viewer.current?.focus() }), [])
  return (
    <div ref={scroller} className={styles.scroller}>
      <div ref={holder} className={styles.holder} />
      <div ref={spacer} />
    </div>
  )
}

interface Shown {
  readonly source: RowSource
  readonly isWrapped: boolean
  readonly pattern: SearchPattern | null
  readonly match: BodyMatch | null
}

function update(viewer: ResponseViewer, { source, isWrapped, pattern, match }: Shown): void {
  viewer.show(source)
  viewer.setWrapped(isWrapped)
  void viewer.mark(pattern, match)
}
