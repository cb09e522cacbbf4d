import { useEffect, useRef } from 'react'
import { useAppModel } from '../../app-model.ts'
import type { BodyEditor } from '../../editor/body-editor.ts'
import styles from './BodySection.module.css'

export interface BodyTextProps {
  readonly tabId: string
}

/** The raw body of a tab, in an editor that owns its text and is loaded when first needed. */
export function BodyText({ tabId }: BodyTextProps) {
  const { workbench, library, nonce } = useAppModel()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let editor: BodyEditor | null = null
    let isGone = false
    const findTab = () => workbench.store.getState().tabs.find(tab => tab.id === tabId)
    const show = () => {
      const body = findTab()?.draft.body
      if (body?.type === 'raw') editor?.show(tabId, body.language, body.text)
    }
    void import('../../editor/body-editor.ts').then(({ createBodyEditor }) => {
      if (isGone || parent.current === null) return
      editor = createBodyEditor({
        parent: parent.current,
        nonce,
        knownVariables: () => library.store.getState().variables[findTab()?.source?.parentId ?? ''] ?? null,
        onEdit: text =>
          workbench.editDraft(tabId, draft =>
            draft.body.type === 'raw' ? { ...draft, body: { ...draft.body, text } } : draft,
          ),
      })
      show()
    })
    const stops = [workbench.store.subscribe(show), library.store.subscribe(() => editor?.refreshVariables())]
    return () => {
      isGone = true
      for (const stop of stops) stop()
      editor?.destroy()
    }
  }, [workbench, library, nonce, tabId])
  return <div ref={parent} className={styles.editor} />
}
