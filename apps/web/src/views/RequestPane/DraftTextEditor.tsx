import { type RefObject, useEffect, useRef } from 'react'
import styles from '../../components/EditorSection.module.css'
import type { BodyEditor, LanguageSupport } from '../../editor/body-editor.ts'
import { useLibrary, useNonce, useVariableEditing, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import type { DraftText } from '../../workbench/tabs/draft-text.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'

export interface DraftTextEditorProps {
  readonly tabId: string
  readonly text: DraftText
  /** Loads what the editor does for its language, besides colours; the same function as long as it is the same. */
  readonly loadSupport?: () => Promise<LanguageSupport | null>
  /** Has the text checked again each time that it changes. */
  readonly checkedAgainst?: unknown
  /** Has the editor while it is there, for what shows the same text in another way. */
  readonly editor?: RefObject<BodyEditor | null>
}

const noSupport = async () => null

/** Jumps that an editor has made, so that one that is opened later does not repeat them. */
const finishedJumps = new WeakSet<object>()

/** A text of a tab's draft, in an editor that owns its text and is loaded when first needed. */
export function DraftTextEditor(props: DraftTextEditorProps) {
  const { tabId, text, loadSupport = noSupport, checkedAgainst } = props
  const workbench = useWorkbench()
  const library = useLibrary()
  const nonce = useNonce()
  const variableEditing = useVariableEditing()
  const parent = useRef<HTMLDivElement>(null)
  const own = useRef<BodyEditor | null>(null)
  const { editor: shown = own } = props
  useEffect(() => {
    let editor: BodyEditor | null = null
    let isUnmounted = false
    const findTab = () => requestTab(workbench.store.getState(), tabId) ?? undefined
    const show = () => {
      const tab = findTab()
      const content = tab === undefined ? null : text.read(tab.draft)
      if (tab !== undefined && content !== null)
        editor?.show(`${tab.draftId}/${text.id}`, text.language(tab.draft), content)
      const jump = text.id === 'query' ? tab?.queryJump : undefined
      if (jump === undefined || editor === null || finishedJumps.has(jump)) return
      finishedJumps.add(jump)
      editor.goTo(jump)
    }
    const load = async () => {
      const [{ createBodyEditor }, support] = await Promise.all([
        import('../../editor/body-editor.ts'),
        loadSupport(),
      ])
      if (isUnmounted || parent.current === null) return
      editor = createBodyEditor({
        parent: parent.current,
        nonce,
        ...(support === null ? {} : { support }),
        label: text.label,
        editing: variableEditing,
        knownVariables: () => library.store.getState().variables[inheritedPlaceId(findTab()) ?? ''] ?? null,
        onEdit: edited => workbench.editDraft(tabId, draft => text.write(draft, edited)),
      })
      shown.current = editor
      show()
    }
    void load()
    const stops = [workbench.store.subscribe(show), library.store.subscribe(() => editor?.refreshVariables())]
    return () => {
      isUnmounted = true
      for (const stop of stops) stop()
      editor?.destroy()
      shown.current = null
    }
  }, [workbench, library, nonce, variableEditing, tabId, text, loadSupport, shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of this value is the cause.
  useEffect(() => shown.current?.checkAgain(), [checkedAgainst])
  return <div ref={parent} className={styles.editor} />
}
