import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Popover, popoverContent } from '../../components/menus/Popover.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import { type RequestTab, tabName } from '../../workbench/tabs/request-tab.ts'
import styles from './RunHistory.module.css'
import { runsKey } from './runs-key.ts'

const RunList = lazyPart(async () => (await import('./RunList.tsx')).RunList)

/** The clock button beside the name, which opens the earlier runs of the request (behaviour 2.4). */
export function RunHistory({ tab }: { readonly tab: RequestTab }) {
  const { loadHistory } = useStores()
  const [isOpen, setOpen] = useState(false)
  const open = (next: boolean) => {
    setOpen(next)
    // The list waits for the same promise, and this is called first.
    if (next) void loadHistory().then(history => history.listRuns(runsKey(tab)))
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <IconButton label="Run history">
        <Clock size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog aria-label="Run history" className={popoverContent}>
          <p className={styles.title}>
            <b>Run history</b>
            <span className={styles.name}>{tabName(tab)}</span>
          </p>
          <Suspense fallback={<p className={styles.nothing} />}>
            <RunList tabId={tab.id} onClose={() => open(false)} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
