import { useState } from 'react'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { MarkdownView } from '../../components/MarkdownView.tsx'
import { useContainerTabs } from '../../wiring/use-stores.ts'
import type { ContainerTab } from '../../workbench/tabs/container-tab.ts'
import styles from './DocsSection.module.css'

const views = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write' },
] as const

/** The docs of a collection or folder, in Markdown. */
export function DocsSection({ tab }: { readonly tab: ContainerTab }) {
  const containerTabs = useContainerTabs()
  const { docs } = tab.draft
  const [chosen, setChosen] = useState<'read' | 'write'>(docs.trim() === '' ? 'write' : 'read')
  return (
    <div className="pane">
      <div className={styles.toolbar}>
        <SegmentedControl label="Docs view" value={chosen} choices={views} onChange={setChosen} />
        <span className="quiet">Markdown</span>
      </div>
      {chosen === 'write' ? (
        <textarea
          className={styles.text}
          aria-label="Docs"
          placeholder="What these requests are for"
          value={docs}
          spellCheck={false}
          autoComplete="off"
          onChange={event => containerTabs.edit(tab.id, draft => ({ ...draft, docs: event.target.value }))}
        />
      ) : (
        <Reading docs={docs} />
      )}
    </div>
  )
}

function Reading({ docs }: { readonly docs: string }) {
  if (docs.trim() === '') return <p className={styles.nothing}>Nothing is written here yet.</p>
  return <MarkdownView label="Docs" text={docs} />
}
