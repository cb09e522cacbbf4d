import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Popover, popoverContent } from '../../components/menus/Popover.tsx'
import styles from './AllTabs.module.css'

const AllTabsList = lazyPart(async () => (await import('./AllTabsList.tsx')).AllTabsList)

/** The button at the end of the strip, and the list of all tabs that it opens. */
export function AllTabs() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <IconButton label="All tabs" size="small">
        <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog aria-label="All tabs" className={classNames(popoverContent, styles.dialog)}>
          <Suspense>
            <AllTabsList onClose={() => setIsOpen(false)} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
