import { nameFromUrl } from '@parley/model'
import { Check, FolderPlus, Plus, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { ModalDialog } from '../components/ModalDialog.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { type Destination, destinationsOf } from '../library/destinations.ts'
import { requestTab } from '../workbench/workbench.ts'
import styles from './SaveRequestDialog.module.css'

/** Gives an unsaved new request a name and a place (spec 3). */
export function SaveRequestDialog({
  tabId,
  onClose,
}: {
  readonly tabId: string
  readonly onClose: () => void
}) {
  const { workbench, library, saving } = useAppModel()
  const draft = useStore(workbench.store, state => requestTab(state, tabId)?.draft ?? null)
  const tree = useStore(library.store, state => state.tree)
  const [name, setName] = useState(
    draft === null || draft.name !== '' ? (draft?.name ?? '') : nameFromUrl(draft.url),
  )
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [creating, setCreating] = useState<'folder' | 'collection' | null>(null)
  const fieldId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const all = tree === null ? [] : destinationsOf(tree)
  const wanted = search.trim().toLocaleLowerCase()
  const shown = all.filter(one => one.path.join(' / ').toLocaleLowerCase().includes(wanted))
  const chosen = all.find(one => one.id === chosenId) ?? all[0] ?? null

  async function save(event: FormEvent) {
    event.preventDefault()
    if (chosen === null || name.trim() === '') return
    const place = { parentId: chosen.id, path: chosen.path }
    if (await saving.saveHere(tabId, name.trim(), place)) onClose()
  }

  return (
    <ModalDialog label="Save request" size="save" onClose={onClose}>
      <form className={styles.form} onSubmit={event => void save(event)}>
        <div className={styles.titleRow}>
          <Heading slot="title" className={styles.title ?? ''}>
            Save request
          </Heading>
          <IconButton label="Close" onPress={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <label className={styles.label} htmlFor={fieldId}>
          Request name
        </label>
        <input
          id={fieldId}
          className={styles.input}
          ref={nameField}
          type="text"
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog has the focus.
          autoFocus
          value={name}
          autoComplete="off"
          spellCheck={false}
          onFocus={event => event.currentTarget.select()}
          onChange={event => setName(event.target.value)}
        />
        <span className={styles.label}>Destination</span>
        <div className={styles.destination}>
          <div className={styles.search}>
            <SearchField
              label="Search collections and folders"
              placeholder="Search collections and folders"
              value={search}
              onChange={setSearch}
            />
          </div>
          <ListBox
            aria-label="Destination"
            className={styles.list ?? ''}
            selectionMode="single"
            disallowEmptySelection
            items={shown}
            selectedKeys={chosen === null ? [] : [chosen.id]}
            onSelectionChange={keys => setChosenId(keys === 'all' ? null : String([...keys][0] ?? ''))}
            renderEmptyState={() => (
              <p className={styles.nothing}>
                {all.length === 0 ? 'No collections yet' : `Nothing matches “${search.trim()}”`}
              </p>
            )}
          >
            {one => <DestinationItem destination={one} isChosen={one.id === chosen?.id} />}
          </ListBox>
          {creating === null ? (
            <div className={styles.create}>
              <Button size="small" isDisabled={chosen === null} onPress={() => setCreating('folder')}>
                <FolderPlus size={14} strokeWidth={1.75} aria-hidden="true" />
                New folder
              </Button>
              <Button size="small" onPress={() => setCreating('collection')}>
                <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
                New collection
              </Button>
            </div>
          ) : (
            <NewPlace
              kind={creating}
              parent={chosen}
              onDone={id => {
                if (id !== null) setChosenId(id)
                setCreating(null)
                nameField.current?.focus()
              }}
            />
          )}
        </div>
        <div className={styles.actions}>
          <span className={styles.path}>{chosen?.path.join(' / ')}</span>
          <Button variant="outlined" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" isDisabled={chosen === null || name.trim() === ''}>
            Save here
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}

interface DestinationItemProps {
  readonly destination: Destination
  readonly isChosen: boolean
}

function DestinationItem({ destination: { id, path }, isChosen }: DestinationItemProps) {
  const name = path.at(-1) ?? ''
  return (
    <ListBoxItem id={id} textValue={path.join(' / ')} className={styles.item ?? ''}>
      <span className={styles.indent} style={{ width: (path.length - 1) * 16 }} />
      <span className={path.length === 1 ? styles.collection : styles.folder}>{name}</span>
      {isChosen && <Check className={styles.check} size={14} strokeWidth={1.75} aria-hidden="true" />}
    </ListBoxItem>
  )
}

interface NewPlaceProps {
  readonly kind: 'folder' | 'collection'
  readonly parent: Destination | null
  /** With the id of what was made; null: nothing was. */
  readonly onDone: (id: string | null) => void
}

/** The name of a new folder in the chosen place, or of a new collection. Enter makes it, Esc does not. */
function NewPlace({ kind, parent, onDone }: NewPlaceProps) {
  const { library } = useAppModel()
  const [name, setName] = useState('')
  const make = async () => {
    if (name.trim() === '') return onDone(null)
    const id =
      kind === 'folder' && parent !== null
        ? library.createFolder(parent.id, name.trim())
        : library.createCollection(name.trim())
    onDone(await id)
  }
  return (
    <input
      className={styles.input}
      type="text"
      aria-label={kind === 'folder' ? 'New folder name' : 'New collection name'}
      placeholder={kind === 'folder' ? `New folder in ${parent?.path.at(-1) ?? ''}` : 'New collection'}
      // biome-ignore lint/a11y/noAutofocus: it appears where the user has just asked for it.
      autoFocus
      value={name}
      autoComplete="off"
      spellCheck={false}
      onChange={event => setName(event.target.value)}
      onBlur={() => onDone(null)}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') void make()
        else onDone(null)
      }}
    />
  )
}
