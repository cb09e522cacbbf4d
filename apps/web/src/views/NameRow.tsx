import { ChevronRight, CodeXml } from 'lucide-react'
import { Fragment } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { RenameField } from '../components/RenameField.tsx'
import { Tooltip, TooltipTrigger } from '../components/Tooltip.tsx'
import { type RequestTab, tabName } from '../workbench/request-tab.ts'
import { RunHistory } from './History/RunHistory.tsx'
import styles from './NameRow.module.css'
import { useShownKeys } from './use-shown-keys.ts'

export interface NameRowProps {
  readonly tab: RequestTab
}

/** Where the request stands, its name, and what is done with it as a whole. */
export function NameRow({ tab }: NameRowProps) {
  const { generateCode, saving } = useAppModel()
  const saveKeys = useShownKeys('save')
  const codeKeys = useShownKeys('generateCode')
  const path = (tab.source?.path ?? []).map((name, depth) => ({ name, key: `${depth}/${name}` }))
  const isLost = tab.source === null && tab.lostSource != null
  return (
    <div className={styles.row}>
      {path.map(({ name, key }) => (
        <Fragment key={key}>
          <span className={styles.parent}>{name}</span>
          <ChevronRight size={14} strokeWidth={1.75} className={styles.between} aria-hidden="true" />
        </Fragment>
      ))}
      {isLost && (
        <span role="status" className={styles.lost}>
          Deleted from {tab.lostSource?.path.join(' / ')}. Its content is unsaved.
        </span>
      )}
      <RequestName key={tab.id} tab={tab} />
      <span className={styles.end}>
        <RunHistory tab={tab} />
        <TooltipTrigger>
          <Button aria-label="Generate Code" onPress={generateCode}>
            <CodeXml size={16} strokeWidth={1.6} aria-hidden="true" />
            <span className={styles.words}>Generate Code</span>
          </Button>
          <Tooltip shortcut={codeKeys} placement="bottom end">
            Generate Code
          </Tooltip>
        </TooltipTrigger>
        <TooltipTrigger>
          <Button variant="outlined" onPress={() => void saving.save(tab.id)}>
            Save
          </Button>
          <Tooltip shortcut={saveKeys} placement="bottom end">
            Save
          </Tooltip>
        </TooltipTrigger>
      </span>
    </div>
  )
}

/** The name: a click on it, F2 or Ctrl E has it typed anew (spec 4.1). */
function RequestName({ tab }: NameRowProps) {
  const { naming } = useAppModel()
  const isRenaming = useStore(naming.store, state => state.tabId === tab.id)
  const name = tab.draft.name === '' ? 'New request' : tabName(tab)
  if (isRenaming)
    return (
      <RenameField
        name={tab.draft.name}
        onRename={typed => naming.rename(tab.id, typed)}
        onCancel={naming.stop}
        onEnded={focusName}
      />
    )
  return (
    <h1 className={styles.name}>
      <AriaButton
        id={nameId}
        aria-label={`Rename ${name}`}
        className={styles.rename ?? ''}
        onPress={() => naming.start(tab.id)}
      >
        {name}
      </AriaButton>
    </h1>
  )
}

const nameId = 'request-name'

/** Once it shows again. */
function focusName(): void {
  requestAnimationFrame(() => document.getElementById(nameId)?.focus())
}
