import { useEffect, useRef } from 'react'
import type { BodyEditor } from '../../editor/body-editor.ts'
import type { QuerySupport } from '../../editor/graphql/query-support.ts'
import { useLibrary, useNonce, useVariableEditing, useWorkbench } from '../../wiring/use-stores.ts'
import type { DraftText } from '../../workbench/tabs/draft-text.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'
import { requestTab } from '../../workbench/workbench.ts'
import styles from './BodySection.module.css'

export interface DraftTextEditorProps {
  readonly tabId: string
  readonly text: DraftText
}

/** A text of a tab's draft, in an editor that owns its text and is loaded when first needed. */
export function DraftTextEditor({ tabId, text }: DraftTextEditorProps) {
  const workbench = useWorkbench()
  const library = useLibrary()
  const nonce = useNonce()
  const variableEditing = useVariableEditing()
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let editor: BodyEditor | null = null
    let isUnmounted = false
    const findTab = () => requestTab(workbench.store.getState(), tabId) ?? undefined
    const show = () => {
      const tab = findTab()
      const content = tab === undefined ? null : text.read(tab.draft)
      if (tab !== undefined && content !== null)
        editor?.show(`${tab.draftId}/${text.id}`, text.language(tab.draft), content)
    }
    let support: QuerySupport | null = null
    const load = async () => {
      const [{ createBodyEditor }, query] = await Promise.all([
        import('../../editor/body-editor.ts'),
        text.id === 'query' ? import('../../editor/graphql/query-support.ts') : null,
      ])
      if (isUnmounted || parent.current === null) return
      support = query?.createQuerySupport() ?? null
      editor = createBodyEditor({
        parent: parent.current,
        nonce,
        ...(support === null ? {} : { support }),
        label: text.label,
        editing: variableEditing,
        knownVariables: () => library.store.getState().variables[inheritedPlaceId(findTab()) ?? ''] ?? null,
        onEdit: edited => workbench.editDraft(tabId, draft => text.write(draft, edited)),
      })
      show()
    }
    void load()
    const stops = [workbench.store.subscribe(show), library.store.subscribe(() => editor?.refreshVariables())]
    return () => {
      isUnmounted = true
      for (const stop of stops) stop()
      editor?.destroy()
      support?.close()
    }
  }, [workbench, library, nonce, variableEditing, tabId, text])
  return <div ref={parent} className={styles.editor} />
}
