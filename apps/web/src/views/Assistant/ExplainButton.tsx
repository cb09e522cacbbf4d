import { Button } from '../../components/buttons/Button.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import type { AskedThing } from '../../workbench/assistant/tab-conversation.ts'

export interface ExplainButtonProps {
  readonly tabId: string
  readonly about: AskedThing
}

/** Leads to the assistant, or to its settings if it is off; nothing is sent (spec 3, 4.4). */
export function ExplainButton({ tabId, about }: ExplainButtonProps) {
  const { dialogs, settings, loadAssistant } = useStores()
  return (
    <Button
      variant="outlined"
      size="small"
      onPress={() => {
        dialogs.showAssistant()
        void loadAssistant().then(assistant => assistant.open(tabId, about))
        if (!settings.store.getState().settings.assistant.enabled) dialogs.openSettings('AI assistant')
      }}
    >
      {about === 'tests' ? 'Explain failures' : 'Explain'}
    </Button>
  )
}
