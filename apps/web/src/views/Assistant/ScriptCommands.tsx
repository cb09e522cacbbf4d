import { Sparkles } from 'lucide-react'
import { useStore } from 'zustand'
import { CommandList } from '../../components/lists/CommandList.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import { assistantCommands } from '../../workbench/assistant/tab-conversation.ts'
import styles from './ScriptCommands.module.css'
import { showAssistant } from './show-assistant.ts'

/** What the assistant can be asked for about the scripts of a request; nothing while it is off. */
export function ScriptCommands({ tabId }: { readonly tabId: string }) {
  const stores = useStores()
  const isOn = useStore(stores.settings.store, state => state.settings.assistant.enabled)
  if (!isOn) return null
  return (
    <section className={styles.commands} aria-label="Assistant commands">
      <CommandList
        title="Assistant"
        names={['Write tests for this response', 'Fix this script'] as const}
        icon={Sparkles}
        onChoose={name => void showAssistant(stores, tabId, assistantCommands[name])}
      />
    </section>
  )
}
