import { BookOpen, WandSparkles } from 'lucide-react'
import { useEffect } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
import type { GraphQlBody } from '../../workbench/graphql/graphql-body.ts'
import { isOnMac } from '../../workbench/settings/keys-of-press.ts'
import styles from './GraphQlTools.module.css'

export interface GraphQlToolsProps {
  readonly tabId: string
  readonly body: GraphQlBody
}

/** The tools of a GraphQL body: which operation is sent, the schema, and the layout of the query. */
export function GraphQlTools({ tabId, body: { query, operationName } }: GraphQlToolsProps) {
  const editing = useGraphQlEditing()
  const isOpen = useStore(editing.store, state => state.isExplorerOpen)
  const operations = useStore(editing.store, state => state.tabs[tabId]?.operations ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query decides which operations there are.
  useEffect(() => {
    const timer = setTimeout(() => editing.readOperations(tabId), 200)
    return () => clearTimeout(timer)
  }, [editing, tabId, query])
  const names = [...new Set(operations?.flatMap(({ name }) => name ?? []) ?? [])]
  const isMissing = operationName !== undefined && !names.includes(operationName)
  const choices = [...names, ...(isMissing ? [operationName] : [])].map(name => ({ id: name, label: name }))
  // The first one is sent if none is chosen.
  const shown = operationName ?? names[0]
  return (
    <>
      {(choices.length > 1 || isMissing) && (
        <PickerButton
          label="Operation"
          value={shown ?? ''}
          choices={choices}
          onChoose={name => editing.chooseOperation(tabId, name)}
        />
      )}
      <span className={styles.end}>
        <ToggleButton
          isSelected={isOpen}
          onChange={() => editing.toggleExplorer()}
          className={styles.schema ?? ''}
        >
          <BookOpen size={14} strokeWidth={1.75} aria-hidden="true" />
          Schema
        </ToggleButton>
        <IconButton
          label="Prettify"
          shortcut={isOnMac ? 'Ctrl+Shift+F' : 'Shift+Alt+F'}
          size="small"
          onPress={() => void editing.prettify(tabId)}
        >
          <WandSparkles size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </span>
    </>
  )
}
