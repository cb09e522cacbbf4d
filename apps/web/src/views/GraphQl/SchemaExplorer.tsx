import { Ellipsis, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useGraphQlEditing, useGraphQlSchemas } from '../../wiring/use-stores.ts'
import type { GraphQlBody } from '../../workbench/graphql/graphql-body.ts'
import { type ExplorerPage, type GraphQlEditing, treePage } from '../../workbench/graphql/graphql-editing.ts'
import { DocsPage } from './DocsPage.tsx'
import { ExplorerTree } from './ExplorerTree.tsx'
import styles from './SchemaExplorer.module.css'
import { SchemaFileList } from './SchemaFileList.tsx'
import { SchemaSearch } from './SchemaSearch.tsx'
import { SchemaStatus } from './SchemaStatus.tsx'
import { useSchemaExport } from './use-schema-export.ts'

export interface SchemaExplorerProps {
  readonly tabId: string
  /** The collection or folder of the request; null: none. */
  readonly parentId: string | null
  readonly body: GraphQlBody
}

/** The schema of a request: its fields to tick, its types, and where it comes from. */
export function SchemaExplorer({ tabId, parentId, body }: SchemaExplorerProps) {
  const schemas = useGraphQlSchemas()
  const editing = useGraphQlEditing()
  const schema = useStore(schemas.store, state => state.tabs[tabId])
  const page = useStore(editing.store, state => state.tabs[tabId]?.page ?? treePage)
  const [searched, setSearched] = useSearched(page)
  const [isChoosing, setChoosing] = useState(false)
  const isLoaded = schema?.loaded != null
  const isShown = isLoaded && !isChoosing
  const fileInput = useRef<HTMLInputElement>(null)
  const actions = useSchemaActions(
    tabId,
    () => fileInput.current?.click(),
    () => setChoosing(true),
  )
  const isTyped = searched.trim() !== ''
  return (
    <section
      className={styles.explorer}
      aria-label="Schema explorer"
      onKeyDown={event => {
        if (turnPage(event, editing, tabId)) event.preventDefault()
      }}
    >
      <div className={styles.head}>
        <SearchField
          label="Search schema"
          placeholder="Search schema"
          value={searched}
          onChange={setSearched}
        />
        <IconButton label="Refresh schema" size="small" onPress={() => void schemas.fetch(tabId, false)}>
          <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <SchemaMenu body={body} isLoaded={isLoaded} onAction={id => actions[id]()} />
        <SchemaFile ref={fileInput} tabId={tabId} />
      </div>
      {isChoosing && (
        <SchemaFileList
          parentId={parentId}
          text={searched}
          onChosen={path => {
            editing.chooseSchema(tabId, { source: 'file', path })
            setSearched('')
            setChoosing(false)
          }}
          onCancel={() => setChoosing(false)}
        />
      )}
      {isShown && isTyped && <SchemaSearch tabId={tabId} text={searched} onChosen={() => setSearched('')} />}
      {isShown && !isTyped && page.kind === 'type' && <DocsPage tabId={tabId} {...page} />}
      {isShown && !isTyped && page.kind === 'tree' && <ExplorerTree tabId={tabId} query={body.query} />}
      {!isChoosing && <SchemaStatus tabId={tabId} source={body.schema} actions={actions} />}
    </section>
  )
}

/** Returns the search, which another page ends, as it would cover what a key in the query leads to. */
function useSearched(page: ExplorerPage) {
  const [state, setState] = useState({ page, text: '' })
  if (state.page !== page) setState({ page, text: '' })
  return [state.text, (text: string) => setState({ page, text })] as const
}

/** Alt with an arrow leads back and forward. Returns whether it was such a key. */
function turnPage(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  editing: GraphQlEditing,
  tabId: string,
): boolean {
  const isPlain = altKey && !ctrlKey && !metaKey
  if (isPlain && key === 'ArrowLeft') editing.goBack(tabId)
  else if (isPlain && key === 'ArrowRight') editing.goForward(tabId)
  else return false
  return true
}

/** Returns what the menu and the buttons of the explorer do. */
function useSchemaActions(tabId: string, pickFile: () => void, follow: () => void) {
  const schemas = useGraphQlSchemas()
  const editing = useGraphQlEditing()
  const exportAs = useSchemaExport()
  return {
    file: pickFile,
    follow,
    introspection: () => editing.chooseSchema(tabId, null),
    none: () => editing.chooseSchema(tabId, { source: 'none', path: '' }),
    scripts: () => void schemas.fetch(tabId, true),
    sdl: () => void exportAs('sdl'),
    json: () => void exportAs('introspection'),
  }
}

interface SchemaMenuProps {
  readonly body: GraphQlBody
  readonly isLoaded: boolean
  readonly onAction: (id: keyof ReturnType<typeof useSchemaActions>) => void
}

function SchemaMenu({ body, isLoaded, onAction }: SchemaMenuProps) {
  return (
    <ActionMenu
      label="Schema actions"
      placement="bottom end"
      onAction={onAction}
      actions={[
        { id: 'scripts', label: 'Refresh with scripts', isDisabled: body.schema !== undefined },
        { id: 'file', label: 'Use a file', isDisabled: body.schema !== undefined, startsGroup: true },
        { id: 'follow', label: 'Follow a file of the collection' },
        { id: 'introspection', label: 'Use introspection', isDisabled: body.schema === undefined },
        { id: 'none', label: 'Use no schema', isDisabled: body.schema?.source === 'none' },
        { id: 'sdl', label: 'Export as SDL', isDisabled: !isLoaded, startsGroup: true },
        { id: 'json', label: 'Export as JSON', isDisabled: !isLoaded },
      ]}
    >
      <IconButton label="Schema actions" size="small">
        <Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </ActionMenu>
  )
}

interface SchemaFileProps {
  readonly tabId: string
  readonly ref: Ref<HTMLInputElement>
}

/** The browser's dialog for a file with the schema. */
function SchemaFile({ tabId, ref }: SchemaFileProps) {
  const schemas = useGraphQlSchemas()
  return (
    <input
      ref={ref}
      type="file"
      className={styles.file}
      accept=".graphql,.graphqls,.gql,.json"
      tabIndex={-1}
      aria-hidden="true"
      onChange={event => {
        const [file] = event.target.files ?? []
        // The same file can then be selected again.
        if (file !== undefined) void schemas.takeFile(tabId, file)
        event.target.value = ''
      }}
    />
  )
}
