import { Button } from '../../components/buttons/Button.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import type { AskedThing } from '../../workbench/assistant/tab-conversation.ts'

export interface ExplainButtonProps {
  readonly tabId: string
  readonly about: AskedThing
}

/** Leads to the assistant, or to its settings if it is off; nothing is sent (spec 3, 4.4). */
export function ExplainButton({ tabId, about }: ExplainButtonProps) {
  const stores = useStores()
  return (
    <Button
      variant="outlined"
      // Of a failure it is beside Retry, and as high.
      size={about === 'failure' ? 'normal' : 'small'}
      onPress={async () => {
        const { showAssistant } = await import('./show-assistant.ts')
        await showAssistant(stores, tabId, about)
      }}
    >
      {about === 'tests' ? 'Explain failures' : 'Explain'}
    </Button>
  )
}
