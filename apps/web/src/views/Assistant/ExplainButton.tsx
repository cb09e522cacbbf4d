import { Button } from '../../components/buttons/Button.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import type { AskedThing } from '../../workbench/assistant/tab-conversation.ts'

export interface ExplainButtonProps {
  readonly tabId: string
  readonly about: AskedThing
}

/** Asks the assistant (behaviour 3, 4.4), or leads to its settings if it is off. */
export function ExplainButton({ tabId, about }: ExplainButtonProps) {
  const stores = useStores()
  return (
    <Button
      variant="outlined"
      // Of a failure it is beside Retry, and as high.
      size={about === 'failure' ? 'normal' : 'small'}
      onPress={async () => {
        const { explain } = await import('./show-assistant.ts')
        await explain(stores, tabId, about)
      }}
    >
      {about === 'tests' ? 'Explain failures' : 'Explain'}
    </Button>
  )
}
