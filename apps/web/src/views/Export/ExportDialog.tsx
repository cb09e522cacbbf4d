import { exportFormats } from '@parley/convert'
import { formatSize, revealInvisible, shownName } from '@parley/model'
import { X } from 'lucide-react'
import { Heading } from 'react-aria-components/Heading'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import frame from '../../components/dialogs/DialogFrame.module.css'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { findEntry, type TreeEntry } from '../../library/find-entry.ts'
import { useExporting, useLibrary } from '../../wiring/use-stores.ts'
import { type ExportChoice, type ExportingState, isOfCollection } from '../../workbench/exporting.ts'
import styles from './ExportDialog.module.css'

const choices: readonly { readonly id: ExportChoice; readonly name: string; readonly detail: string }[] = [
  ...exportFormats.map(({ format, name, detail }) => ({ id: format, name, detail })),
  {
    id: 'history',
    name: 'History as HAR',
    detail: 'The last 100 sends with their responses, from all collections.',
  },
  {
    id: 'everything',
    name: 'Everything as ZIP',
    detail: 'All workspaces that were open, the global variables, the settings and the history.',
  },
]

export interface ExportDialogProps {
  readonly onClose: () => void
}

/** Export: a collection or folder, the history or everything, as a file for another program. */
export function ExportDialog({ onClose }: ExportDialogProps) {
  const exporting = useExporting()
  const library = useLibrary()
  const { collectionId, choice, outcome } = useStore(exporting.store)
  const tree = useStore(library.store, state => state.tree)
  const chosen = findEntry(tree, collectionId ?? '')
  return (
    <ModalDialog kind="export" label="Export" size="import" onClose={onClose}>
      <div className={frame.layout}>
        <div className={frame.head}>
          <Heading slot="title" className={frame.title ?? ''}>
            Export
          </Heading>
          <IconButton label="Close" onPress={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.body}>
          <div className={styles.collection}>
            <PickerButton
              label="Collection"
              value={chosen === null ? 'Choose a collection' : placeOf(chosen)}
              choices={(tree?.collections ?? []).map(one => ({ id: one.id, label: shownName(one.name) }))}
              onChoose={exporting.chooseCollection}
            />
          </div>
          <FormatList />
          <p className="meta">Secrets are written as placeholders, such as {'{{token}}'}.</p>
          <ExportLosses outcome={outcome} />
        </div>
        <div className={frame.actions}>
          <span className={frame.status} role="status">
            {statusText(outcome)}
          </span>
          <Button variant="outlined" onPress={onClose}>
            {outcome.state === 'made' ? 'Close' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            isDisabled={isOfCollection(choice) && chosen === null}
            onPress={() => void exporting.make()}
          >
            Export
          </Button>
        </div>
      </div>
    </ModalDialog>
  )
}

function FormatList() {
  const exporting = useExporting()
  const choice = useStore(exporting.store, state => state.choice)
  return (
    <ListBox
      aria-label="Format"
      autoFocus
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[choice]}
      className={styles.list ?? ''}
      onSelectionChange={keys => {
        const [id] = keys === 'all' ? [] : [...keys]
        const found = choices.find(one => one.id === id)
        if (found !== undefined) exporting.choose(found.id)
      }}
    >
      {choices.map(({ id, name, detail }) => (
        <ListBoxItem key={id} id={id} textValue={name} className={styles.item ?? ''}>
          <span className={styles.name}>{name}</span>
          <span className="meta">{detail}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

function ExportLosses({ outcome }: Pick<ExportingState, 'outcome'>) {
  if (outcome.state === 'failed')
    return (
      <p className={styles.failure} role="alert">
        {outcome.sentence} {outcome.nextStep}
      </p>
    )
  if (outcome.state !== 'made' || outcome.totalLosses === 0) return null
  const more = outcome.totalLosses - outcome.losses.length
  return (
    <ul className={styles.losses} aria-label="Without a place in the file">
      {outcome.losses.map((loss, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places.
        <li key={index}>{revealInvisible(loss)}</li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
    </ul>
  )
}

function statusText(outcome: ExportingState['outcome']): string {
  if (outcome.state === 'making') return 'Exporting'
  return outcome.state === 'made' ? `${outcome.fileName}, ${formatSize(outcome.sizeBytes)}` : ''
}

/** A collection, or a folder with what is around it. */
const placeOf = ({ node, path }: TreeEntry) => shownName([...path, node.name].join(' / '))
