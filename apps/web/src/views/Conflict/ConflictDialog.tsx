import { revealInvisible, shownName } from '@parley/model'
import type { SavedFile } from '@parley/server/contract'
import { useId, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { QueuedModal } from '../../components/dialogs/QueuedModal.tsx'
import { useConflicts, useWorkbench } from '../../wiring/use-stores.ts'
import type { Conflict } from '../../workbench/documents/conflicts.ts'
import { momentLabel } from '../../workbench/history-days.ts'
import { tabName } from '../../workbench/tabs/request-tab.ts'
import styles from './ConflictDialog.module.css'
import { DifferenceRow } from './DifferenceRow.tsx'

/** Asks, field by field, which version to keep if both a draft and its file have changed. */
export function ConflictDialog() {
  const workbench = useWorkbench()
  const conflicts = useConflicts()
  const conflict = useStore(conflicts.store, state => state.conflicts[0])
  const name = useStore(workbench.store, ({ tabs }) => {
    const tab = tabs.find(({ id }) => id === conflict?.tabId)
    return tab === undefined ? null : tabName(tab)
  })
  if (conflict === undefined || name === null) return null
  return <Question key={`${conflict.tabId} ${conflict.version}`} conflict={conflict} name={name} />
}

function Question({ conflict, name }: { readonly conflict: Conflict; readonly name: string }) {
  const conflicts = useConflicts()
  const { tabId, file, differences } = conflict
  // Fields changed on only one side are taken from there; for others the draft is preselected.
  const [fromDisk, setFromDisk] = useState<ReadonlySet<string>>(
    () => new Set(differences.filter(one => !one.isMineChanged).map(({ label }) => label)),
  )
  const headings = { mine: useId(), theirs: useId() }

  const choose = (label: string, side: 'mine' | 'theirs') =>
    setFromDisk(new Set([...fromDisk].filter(one => one !== label).concat(side === 'theirs' ? label : [])))

  return (
    <QueuedModal
      kind="conflict"
      role="alertdialog"
      scrimClass="scrim"
      modalClass={styles.modal ?? ''}
      dialogClass={styles.dialog ?? ''}
      isDismissable={false}
      onClose={() => conflicts.decideLater(tabId)}
    >
      <header className={styles.head}>
        <Heading slot="title" className={styles.title ?? ''}>
          {name} was changed on disk
        </Heading>
        <p className={styles.message}>
          {savedSentence(file)} {countSentence(differences.length)}
        </p>
      </header>
      <div className={styles.scroller}>
        <table aria-label="Differences" className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col" id={headings.mine}>
                Yours, unsaved
              </th>
              <th scope="col" id={headings.theirs}>
                On disk
              </th>
            </tr>
          </thead>
          {differences.map(one => (
            <DifferenceRow
              key={one.label}
              difference={one}
              headings={headings}
              chosen={fromDisk.has(one.label) ? 'theirs' : 'mine'}
              onChoose={side => choose(one.label, side)}
            />
          ))}
        </table>
      </div>
      <Choices tabId={tabId} fromDisk={fromDisk} />
    </QueuedModal>
  )
}

function Choices({ tabId, fromDisk }: { readonly tabId: string; readonly fromDisk: ReadonlySet<string> }) {
  const conflicts = useConflicts()
  return (
    <footer className={styles.foot}>
      <Button autoFocus className={styles.later} onPress={() => conflicts.decideLater(tabId)}>
        Decide later
      </Button>
      <Button variant="outlined" onPress={() => conflicts.loadTheirs(tabId)}>
        Keep what is on disk
      </Button>
      <Button variant="outlined" onPress={() => conflicts.saveMine(tabId)}>
        Keep mine
      </Button>
      <Button variant="primary" onPress={() => conflicts.saveChosen(tabId, [...fromDisk])}>
        Save this choice
      </Button>
    </footer>
  )
}

function savedSentence(file: SavedFile | null): string {
  if (file === null) return 'Its file was changed while you were editing it.'
  const path = revealInvisible(shownName(file.path))
  const when = momentLabel(file.savedAtMs, Date.now())
  switch (file.savedBy) {
    case 'parley':
      return `${path} was saved elsewhere in Parley ${when} while you were editing it.`
    case 'anotherProgram':
      return `Another program saved ${path} ${when} while you were editing it.`
    case 'unknown':
      return `${path} was saved ${when} while you were editing it.`
  }
}

function countSentence(count: number): string {
  return count === 1 ? '1 field differs.' : `${count} fields differ.`
}
