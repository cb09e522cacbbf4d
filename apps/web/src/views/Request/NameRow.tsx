import { shownName } from '@parley/model'
import { CodeXml, X } from 'lucide-react'
import { memo, use } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { Tooltip, TooltipTrigger } from '../../components/buttons/Tooltip.tsx'
import { useDialogCommands } from '../../wiring/use-stores.ts'
import { hasCode } from '../../workbench/request/request-kind.ts'
import { isSameRequestSide, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { RunHistory } from '../History/RunHistory.tsx'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import { TabName } from '../TabStrip/TabName.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './NameRow.module.css'
import { PaneContext } from './pane-context.ts'
import { SaveButton } from './SaveButton.tsx'

export interface NameRowProps {
  readonly tab: RequestTab
}

/** The path of the request, its name, and the commands for the whole request. */
export const NameRow = memo(ShownNameRow, (before, after) => isSameRequestSide(before.tab, after.tab))

function ShownNameRow({ tab }: NameRowProps) {
  const { generateCode } = useDialogCommands()
  const pane = use(PaneContext)
  const codeKeys = useShownKeys('generateCode')
  const isLost = tab.source === null && tab.lostSource != null
  return (
    <div className={styles.row}>
      <Breadcrumb path={tab.source?.path ?? []} />
      {isLost && (
        <span role="status" className={styles.lost}>
          Deleted from {shownName(tab.lostSource?.path.join(' / ') ?? '')}. Save to keep it.
        </span>
      )}
      <TabName key={tab.id} tab={tab} />
      <span className={styles.end}>
        <RunHistory tab={tab} />
        {hasCode(tab.draft) && (
          <TooltipTrigger>
            <Button aria-label="Generate Code" onPress={generateCode}>
              <CodeXml size={16} strokeWidth={1.6} aria-hidden="true" />
              <span className={styles.words}>Generate Code</span>
            </Button>
            <Tooltip shortcut={codeKeys} placement="bottom end">
              Generate Code
            </Tooltip>
          </TooltipTrigger>
        )}
        <SaveButton tab={tab} />
        {pane !== null && (
          <IconButton label="Close the Side" onPress={pane.close}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </div>
  )
}
