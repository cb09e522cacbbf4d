import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
import { MemberPage } from './MemberPage.tsx'
import styles from './SchemaExplorer.module.css'
import { TypePage } from './TypePage.tsx'

export interface DocsPageProps {
  readonly tabId: string
  readonly typeName: string
  /** Null: the type itself. */
  readonly memberName: string | null
}

/** What the schema says about a type, or about one of its members. Types lead to their own pages. */
export function DocsPage({ tabId, typeName, memberName }: DocsPageProps) {
  const editing = useGraphQlEditing()
  const canGoBack = useStore(editing.store, state => (state.tabs[tabId]?.back.length ?? 0) > 0)
  const canGoForward = useStore(editing.store, state => (state.tabs[tabId]?.forward.length ?? 0) > 0)
  const show = (type: string, member: string | null = null) => editing.showType(tabId, type, member)
  return (
    <>
      <div className={styles.docsHead}>
        <IconButton
          label="Back"
          shortcut="Alt+Left"
          size="small"
          isDisabled={!canGoBack}
          onPress={() => editing.goBack(tabId)}
        >
          <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Forward"
          shortcut="Alt+Right"
          size="small"
          isDisabled={!canGoForward}
          onPress={() => editing.goForward(tabId)}
        >
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <Button size="small" onPress={() => editing.showTree(tabId)}>
          All fields
        </Button>
      </div>
      {memberName === null ? (
        <TypePage typeName={typeName} onShow={show} />
      ) : (
        <MemberPage typeName={typeName} memberName={memberName} onShow={show} />
      )}
    </>
  )
}
