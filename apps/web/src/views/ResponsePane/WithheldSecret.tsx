import { shownName } from '@parley/model'
import { useState } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { useSecretPermissions, useToasts, useWorkbench } from '../../wiring/use-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { allowSecret } from '../../workbench/sending/allow-secret.ts'
import { inheritedPlaceId } from '../../workbench/tabs/request-tab.ts'

export interface WithheldSecretProps {
  readonly name: string
  /** The request whose script needs the secret; absent: that of the active tab. */
  readonly requestId?: string | undefined
  readonly size?: 'small'
}

/** The ways on for a script that stopped as it may not read a secret. */
export function WithheldSecret({ name, requestId, size }: WithheldSecretProps) {
  const secretPermissions = useSecretPermissions()
  const workbench = useWorkbench()
  const toasts = useToasts()
  const [isAllowed, setAllowed] = useState(false)
  async function allow(): Promise<void> {
    const placeId = requestId ?? inheritedPlaceId(activeTab(workbench.store.getState()))
    setAllowed(await allowSecret(secretPermissions, toasts, name, placeId))
  }
  const look = size === undefined ? ({ variant: 'outlined' } as const) : { size }
  return (
    <>
      <Button {...look} isDisabled={isAllowed} onPress={() => void allow()}>
        {isAllowed ? 'Allowed to scripts' : 'Allow to scripts'}
      </Button>
      {requestId === undefined && (
        <Button {...look} onPress={() => void secretPermissions.showSecret(name)}>
          Go to {shownName(name)}
        </Button>
      )}
    </>
  )
}
