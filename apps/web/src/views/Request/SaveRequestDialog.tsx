import { nameFromUrl, shownName } from '@parley/model'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import {
  type Destination,
  destinationsOf,
  findDestination,
  searchDestinations,
} from '../../library/destinations.ts'
import { useLibrary, useRequestDocuments, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import type { SavePlace } from '../../workbench/documents/request-documents.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'
import { DestinationPicker } from './DestinationPicker.tsx'
import styles from './SaveRequestDialog.module.css'

/** Gives an unsaved new request a name and a place (behaviour 3). */
export function SaveRequestDialog({
  tabId,
  onClose,
}: {
  readonly tabId: string
  readonly onClose: () => void
}) {
  const workbench = useWorkbench()
  const requestDocuments = useRequestDocuments()
  const library = useLibrary()
  const tab = useStore(workbench.store, state => requestTab(state, tabId))
  const draft = tab?.draft ?? null
  const beganIn = inheritedPlaceId(tab)
  const tree = useStore(library.store, state => state.tree)
  const [name, setName] = useState(
    draft === null || draft.name !== '' ? (draft?.name ?? '') : nameFromUrl(draft.url),
  )
  const [chosenId, setChosenId] = useState<string | null>(beganIn)
  const [newPlace, setNewPlace] = useState<NewPlace | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const fieldId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const places = tree === null ? [] : destinationsOf(tree)
  const [search, setSearch] = useState('')
  const first = search.trim() === '' ? places[0] : undefined
  const chosen = findDestination(searchDestinations(places, search), chosenId) ?? first ?? null

  /** A new container whose name was typed is created first. Null if that failed, which a message reports. */
  async function placeOf(): Promise<SavePlace | null> {
    const newName = newPlace?.name.trim() ?? ''
    if (newPlace === null || newName === '')
      return chosen === null ? null : { parentId: chosen.id, path: chosen.path }
    const parent = newPlace.kind === 'folder' ? chosen : null
    const made = await (parent === null
      ? library.createCollection(newName)
      : library.createFolder(parent.id, newName))
    setProblem(made.ok ? null : made.failure)
    if (!made.ok) return null
    setChosenId(made.value)
    setSearch('')
    setNewPlace(null)
    return { parentId: made.value, path: [...(parent?.path ?? []), newName] }
  }

  /** Runs one task at a time: pressing Enter twice creates one entry. */
  async function alone(task: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    await task()
    isBusy.current = false
  }

  async function makePlace(): Promise<void> {
    if ((await placeOf()) !== null) endNewPlace()
  }

  function endNewPlace(): void {
    setNewPlace(null)
    nameField.current?.focus()
  }

  async function save(): Promise<void> {
    if (name.trim() === '') return
    const place = await placeOf()
    if (place === null) return
    const found = await requestDocuments.saveHere(tabId, name.trim(), place)
    setProblem(found)
    if (found === null) onClose()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void alone(save)
  }

  const isComplete = name.trim() !== '' && (chosen !== null || (newPlace?.name.trim() ?? '') !== '')

  return (
    <ModalDialog kind="saveRequest" label="Save request" size="save" onClose={onClose}>
      <form className={styles.form} onSubmit={event => submit(event)}>
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
          <DestinationPicker
            places={places}
            search={search}
            onSearch={setSearch}
            chosen={chosen}
            onChoose={setChosenId}
          />
          <div className={styles.create}>
            {newPlace === null ? (
              <>
                <Button
                  size="small"
                  isDisabled={chosen === null}
                  onPress={() => setNewPlace({ kind: 'folder', name: '' })}
                >
                  <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
                  New folder
                </Button>
                <Button size="small" onPress={() => setNewPlace({ kind: 'collection', name: '' })}>
                  <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
                  New collection
                </Button>
              </>
            ) : (
              <NewPlaceField
                place={newPlace}
                parent={chosen}
                onChange={setNewPlace}
                onMake={() => void alone(makePlace)}
                onCancel={endNewPlace}
              />
            )}
          </div>
        </div>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <span className="meta fit">{shownName(chosen?.path.join(' / ') ?? '')}</span>
          <Button variant="outlined" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" isDisabled={!isComplete}>
            Save here
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}

/** A folder or collection whose name is being typed. */
interface NewPlace {
  readonly kind: 'folder' | 'collection'
  readonly name: string
}

interface NewPlaceFieldProps {
  readonly place: NewPlace
  readonly parent: Destination | null
  readonly onChange: (place: NewPlace | null) => void
  /** Called for Enter; Save here also creates the container. */
  readonly onMake: () => void
  /** Called for Esc. */
  readonly onCancel: () => void
}

/**
 * The name of a new folder in the chosen place, or of a new collection. A typed name stays until the
 * container is created.
 */
function NewPlaceField({ place, parent, onChange, onMake, onCancel }: NewPlaceFieldProps) {
  const isFolder = place.kind === 'folder'
  return (
    <input
      className={styles.newName}
      type="text"
      aria-label={isFolder ? 'New folder name' : 'New collection name'}
      placeholder={isFolder ? `New folder in ${shownName(parent?.path.at(-1) ?? '')}` : 'New collection'}
      // biome-ignore lint/a11y/noAutofocus: it appears where the user has just asked for it.
      autoFocus
      value={place.name}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange({ ...place, name: event.target.value })}
      onBlur={() => {
        if (place.name.trim() === '') onChange(null)
      }}
      onKeyDown={event => {
        if (event.ctrlKey || event.metaKey || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') onMake()
        else onCancel()
      }}
    />
  )
}
