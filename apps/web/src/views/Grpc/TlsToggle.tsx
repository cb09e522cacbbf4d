import { callSecurity } from '@parley/engine'
import { Lock, LockOpen } from 'lucide-react'
import { useStore } from 'zustand'
import { IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { useLibrary, useWorkbench } from '../../wiring/use-stores.ts'
import { withUrl } from '../../workbench/request/edit-rows.ts'
import { knownScope } from '../../workbench/request/generated-fields.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'

export interface TlsToggleProps {
  readonly tab: RequestTab
}

/** The lock of a gRPC call: whether its URL asks for TLS, by its scheme or its port. */
export function TlsToggle({ tab }: TlsToggleProps) {
  const workbench = useWorkbench()
  const library = useLibrary()
  const placeId = inheritedPlaceId(tab) ?? ''
  const known = useStore(library.store, state => state.variables[placeId] ?? null)
  const { isSecure, changedUrl } = callSecurity(tab.draft.url, [knownScope(known)])
  const Icon = isSecure ? Lock : LockOpen
  return (
    <IconToggleButton
      label="TLS"
      isSelected={isSecure}
      isDisabled={changedUrl === null}
      onChange={() => {
        if (changedUrl !== null) workbench.editDraft(tab.id, draft => withUrl(draft, changedUrl))
      }}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </IconToggleButton>
  )
}
