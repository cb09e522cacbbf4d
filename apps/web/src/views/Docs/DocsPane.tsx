import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { MarkdownView } from '../../components/MarkdownView.tsx'
import type { TextEditor } from '../../editor/text-editor.ts'
import { useNonce } from '../../wiring/use-stores.ts'
import styles from './DocsPane.module.css'
import { docsViewOf, keepDocsView } from './docs-view.ts'

const views = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write' },
] as const

export interface DocsPaneProps {
  /** Identifies the text, for its undo history and its view. */
  readonly id: string
  readonly docs: string
  /** What an empty text says. */
  readonly hint: string
  readonly onEdit: (docs: string) => void
}

/** The docs of a request, collection or folder, in Markdown. */
export function DocsPane(props: DocsPaneProps) {
  const { id, docs } = props
  // Another text shows its own view; a choice renders this one again.
  const [, setChosen] = useState(0)
  const view = docsViewOf(id, docs)
  return (
    <div className="pane">
      <div className={styles.toolbar}>
        <SegmentedControl
          label="Docs view"
          value={view}
          choices={views}
          onChange={value => {
            keepDocsView(id, value)
            setChosen(count => count + 1)
          }}
        />
        <span className="quiet">Markdown</span>
      </div>
      {view === 'write' ? <DocsText {...props} /> : <Reading docs={docs} />}
    </div>
  )
}

function Reading({ docs }: { readonly docs: string }) {
  if (docs.trim() === '') return <p className={styles.nothing}>Nothing is written here yet.</p>
  return <MarkdownView label="Docs" text={docs} />
}

/** The text in an editor, which is loaded when first needed. */
function DocsText({ id, docs, hint, onEdit }: DocsPaneProps) {
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor | null>(null)
  const edit = useEffectEvent((text: string) => {
    // A text that was empty at first stays in the view in which it is written.
    keepDocsView(id, 'write')
    onEdit(text)
  })
  const show = useEffectEvent(() => editor.current?.show(id, 'text', docs))
  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const { createDocsEditor } = await import('../../editor/docs-editor.ts')
      if (isUnmounted || parent.current === null) return
      editor.current = createDocsEditor({
        parent: parent.current,
        nonce,
        hint,
        onEdit: text => edit(text),
      })
      show()
    }
    void load()
    return () => {
      isUnmounted = true
      editor.current?.destroy()
      editor.current = null
    }
  }, [nonce, hint])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these is the cause.
  useEffect(() => show(), [id, docs])
  return <div ref={parent} className={styles.text} />
}
