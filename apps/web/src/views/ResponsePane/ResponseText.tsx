import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useAppModel } from '../../app-model.ts'
import type { ResponseViewer } from '../../editor/response-viewer.ts'
import type { ReadBodyText } from '../../workbench/body-texts.ts'
import styles from './ResponseBody.module.css'

export interface ResponseTextHandle {
  find(): void
}

export interface ResponseTextProps {
  readonly body: ReadBodyText
  readonly isWrapped: boolean
  readonly ref: Ref<ResponseTextHandle>
}

/** The read text of a body in a viewer that is loaded when first needed. */
export function ResponseText({ body, isWrapped, ref }: ResponseTextProps) {
  const { nonce } = useAppModel()
  const parent = useRef<HTMLDivElement>(null)
  const viewer = useRef<ResponseViewer | null>(null)
  const latest = useRef({ body, isWrapped })

  useEffect(() => {
    latest.current = { body, isWrapped }
    viewer.current?.setWrapped(isWrapped)
    viewer.current?.show(body.text, body.language)
  }, [body, isWrapped])

  useEffect(() => {
    let isGone = false
    void import('../../editor/response-viewer.ts').then(({ createResponseViewer }) => {
      if (isGone || parent.current === null) return
      viewer.current = createResponseViewer(parent.current, nonce)
      viewer.current.show(latest.current.body.text, latest.current.body.language)
      viewer.current.setWrapped(latest.current.isWrapped)
    })
    return () => {
      isGone = true
      viewer.current?.destroy()
      viewer.current = null
    }
  }, [nonce])

  useImperativeHandle(ref, () => ({ find: () => viewer.current?.find() }), [])
  return <div ref={parent} className={styles.text} />
}
