import type { CodeLanguage } from '@parley/codegen'
import { useEffect, useRef } from 'react'
import { type CodePreview, createCodePreview } from '../../editor/code-preview.ts'
import { useNonce } from '../../wiring/use-stores.ts'
import styles from './GenerateCodeDialog.module.css'

export interface CodeViewProps {
  readonly text: string
  readonly language: CodeLanguage
}

/** Code in the colours of its language. */
export function CodeView({ text, language }: CodeViewProps) {
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const preview = useRef<CodePreview>(null)
  useEffect(() => {
    if (parent.current === null) return
    const created = createCodePreview(parent.current, nonce)
    preview.current = created
    return () => created.destroy()
  }, [nonce])
  useEffect(() => preview.current?.show(text, language), [text, language])
  return <div ref={parent} className={styles.editor} />
}
