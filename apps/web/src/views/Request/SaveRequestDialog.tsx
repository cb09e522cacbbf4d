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

interface SaveRequestDialogProps {
  readonly tabId: string
  readonly onClose: () => void
}

/** Gives an unsaved new request a name and a place (behaviour 3). */
export function SaveRequestDialog({ tabId, onClose }: SaveRequestDialogProps) {
  const fieldId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const form = useSaving(tabId, onClose)
  const { name, chosen, newPlace, problem } = form
  const isComplete = name.trim() !== '' && (chosen !== null || (newPlace?.name.trim() ?? '') !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <ModalDialog kind="saveRequest" label="Save request" size="save" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
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
          onChange={event => form.setName(event.target.value)}
        />
        <span className={styles.label}>Destination</span>
        <DestinationField form={form} onEnded={() => nameField.current?.focus()} />
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

type Saving = ReturnType<typeof useSaving>

/** What is typed and chosen in the dialog, and what saves it. */
function useSaving(tabId: string, onSaved: () => void) {
  const requestDocuments = useRequestDocuments()
  const tab = useStore(useWorkbench().store, state => requestTab(state, tabId))
  const draft = tab?.draft ?? null
  const [name, setName] = useState(
    draft === null || draft.name !== '' ? (draft?.name ?? '') : nameFromUrl(draft.url),
  )
  const [newPlace, setNewPlace] = useState<NewPlace | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const alone = useOneTask()
  const destination = useDestination(inheritedPlaceId(tab))
  const { chosen } = destination

  /** A new container whose name was typed is created first. Null if that failed, which a message reports. */
  async function placeOf(): Promise<SavePlace | null> {
    const newName = newPlace?.name.trim() ?? ''
    if (newPlace === null || newName === '') return chosen && { parentId: chosen.id, path: chosen.path }
    const parent = newPlace.kind === 'folder' ? chosen : null
    const made = await destination.create(parent, newName)
    setProblem(made.ok ? null : made.failure)
    if (!made.ok) return null
    setNewPlace(null)
    return { parentId: made.value, path: [...(parent?.path ?? []), newName] }
  }

  return {
    ...destination,
    name,
    setName,
    newPlace,
    setNewPlace,
    problem,
    makePlace: (onMade: () => void) =>
      alone(async () => {
        if ((await placeOf()) !== null) onMade()
      }),
    save: () =>
      alone(async () => {
        if (name.trim() === '') return
        const place = await placeOf()
        if (place === null) return
        const found = await requestDocuments.saveHere(tabId, name.trim(), place)
        setProblem(found)
        if (found === null) onSaved()
      }),
  }
}

/** Returns what runs one task at a time: pressing Enter twice creates one entry. */
function useOneTask(): (task: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false)
  return async task => {
    if (isBusy.current) return
    isBusy.current = true
    await task()
    isBusy.current = false
  }
}

/** The places of the library, those that a search finds, and the chosen one. */
function useDestination(beganIn: string | null) {
  const library = useLibrary()
  const tree = useStore(library.store, state => state.tree)
  const [chosenId, setChosenId] = useState<string | null>(beganIn)
  const [search, setSearch] = useState('')
  const places = tree === null ? [] : destinationsOf(tree)
  const first = search.trim() === '' ? places[0] : undefined
  return {
    places,
    search,
    setSearch,
    chosen: findDestination(searchDestinations(places, search), chosenId) ?? first ?? null,
    setChosenId,
    /** Creates a folder in a place, or a collection, and chooses it. */
    async create(parent: Destination | null, name: string) {
      const made = await (parent === null
        ? library.createCollection(name)
        : library.createFolder(parent.id, name))
      if (!made.ok) return made
      setChosenId(made.value)
      setSearch('')
      return made
    },
  }
}

interface DestinationFieldProps {
  readonly form: Saving
  /** Called when a new place was made, or is no longer wanted. */
  readonly onEnded: () => void
}

/** Where the request is saved: a place of the library, or a new one. */
function DestinationField({ form, onEnded }: DestinationFieldProps) {
  const { chosen, newPlace, setNewPlace } = form
  const end = () => {
    setNewPlace(null)
    onEnded()
  }
  return (
    <div className={styles.destination}>
      <DestinationPicker
        places={form.places}
        search={form.search}
        onSearch={form.setSearch}
        chosen={chosen}
        onChoose={form.setChosenId}
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
            onMake={() => void form.makePlace(end)}
            onCancel={end}
          />
        )}
      </div>
    </div>
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
