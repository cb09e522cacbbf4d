import { ChevronRight, CodeXml } from 'lucide-react'
import { Fragment } from 'react'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { Tooltip, TooltipTrigger } from '../components/Tooltip.tsx'
import { type RequestTab, tabName } from '../workbench/request-tab.ts'
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
  return (
    <div className={styles.row}>
      {path.map(({ name, key }) => (
        <Fragment key={key}>
          <span className={styles.parent}>{name}</span>
          <ChevronRight size={14} strokeWidth={1.75} className={styles.between} aria-hidden="true" />
        </Fragment>
      ))}
      <h1 className={styles.name}>{tab.draft.name === '' ? 'New request' : tabName(tab)}</h1>
      <span className={styles.end}>
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
