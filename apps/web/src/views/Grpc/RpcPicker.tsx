import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { classNames } from '../../components/class-names.ts'
import { Popover, popoverContent } from '../../components/menus/Popover.tsx'
import { useGrpcDefinitions, useWorkbench } from '../../wiring/use-stores.ts'
import { callOf, definitionSubject, methodTypeLabels, withCall } from '../../workbench/grpc/call-draft.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import { RpcList } from './RpcList.tsx'
import styles from './RpcPicker.module.css'

export interface RpcPickerProps {
  readonly tab: RequestTab
}

/** The method that a gRPC request calls, with a list of all that its service definition has. */
export function RpcPicker({ tab }: RpcPickerProps) {
  const workbench = useWorkbench()
  const definitions = useGrpcDefinitions()
  const [isOpen, setIsOpen] = useState(false)
  useShownDefinition(tab)
  const { method, methodType } = callOf(tab.draft)
  const open = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen)
    if (isNowOpen) void definitions.fetchUnlessKnown(tab.id)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <AriaButton
        aria-label="Method"
        className={styles.button ?? ''}
        render={props => (
          <button
            {...props}
            aria-description={method === '' ? 'None' : `${method}, ${methodTypeLabels[methodType]}`}
          />
        )}
      >
        <ShownMethod method={method} type={methodTypeLabels[methodType]} />
        <ChevronDown size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog aria-label="Method" className={popoverContent}>
          <RpcList
            tabId={tab.id}
            method={method}
            onChoose={({ id, type }) => {
              setIsOpen(false)
              workbench.editDraft(tab.id, draft => withCall(draft, { method: id, methodType: type }))
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** CSS draws the texts, so that the accessible name of the button is only its label. */
function ShownMethod({ method, type }: { readonly method: string; readonly type: string }) {
  if (method === '') return <span className={styles.none} data-value="Choose a method" aria-hidden="true" />
  const at = method.lastIndexOf('/')
  const service = at === -1 ? '' : `${method.slice(0, at)} / `
  return (
    <>
      <span className={styles.method} title={`${method}, ${type}`} aria-hidden="true">
        <span className={styles.service} data-value={service} />
        <span className={styles.name} data-value={method.slice(at + 1)} />
      </span>
      <span className={classNames(styles.service, styles.type)} data-value={type} aria-hidden="true" />
    </>
  )
}

/** Has the service definition of a tab loaded as long as it is shown. */
function useShownDefinition(tab: RequestTab): void {
  const definitions = useGrpcDefinitions()
  const { draft, source } = tab
  const parentId = inheritedPlaceId(tab)
  useEffect(() => {
    const requestId = source?.requestId ?? tab.id
    definitions.look(tab.id, definitionSubject({ parentId, requestId, request: draft }))
  }, [definitions, tab.id, parentId, source, draft])
  useEffect(() => () => definitions.leave(), [definitions])
}
