import type { RawLanguage } from '@parley/model'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from '../../components/EditorSection.module.css'
import type { BodyEditor } from '../../editor/body-editor.ts'
import { useNonce, useVariableEditing } from '../../wiring/use-stores.ts'
import { useVariablesBelow } from '../Request/use-known-variables.ts'

export interface ExampleTextProps {
  /** Identifies the text, for its undo history. */
  readonly id: string
  readonly label: string
  readonly language: RawLanguage | 'graphql'
  readonly text: string
  readonly parentId: string
  readonly onEdit: (text: string) => void
}

/** A text of an example in an editor, which is loaded when first needed. */
export function ExampleText({ id, label, language, text, parentId, onEdit }: ExampleTextProps) {
  const nonce = useNonce()
  const variableEditing = useVariableEditing()
  const known = useVariablesBelow(parentId)
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<BodyEditor | null>(null)
  const edit = useEffectEvent(onEdit)
  const show = useEffectEvent(() => editor.current?.show(id, language, text))
  const knownVariables = useEffectEvent(() => known)
  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const { createBodyEditor } = await import('../../editor/body-editor.ts')
      if (isUnmounted || parent.current === null) return
      editor.current = createBodyEditor({
        parent: parent.current,
        nonce,
        label,
        editing: variableEditing,
        knownVariables: () => knownVariables(),
        onEdit: edited => edit(edited),
      })
      show()
    }
    void load()
    return () => {
      isUnmounted = true
      editor.current?.destroy()
      editor.current = null
    }
  }, [nonce, label, variableEditing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these is the cause.
  useEffect(() => show(), [id, language, text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new variables are marked in the text.
  useEffect(() => editor.current?.refreshVariables(), [known])
  return <div ref={parent} className={styles.editor} />
}
