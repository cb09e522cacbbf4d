import { Sparkles } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { useStores } from '../../wiring/use-stores.ts'
import { assistantCommands } from '../../workbench/assistant/tab-conversation.ts'
import styles from '../RequestPane/ScriptSection.module.css'
import { showAssistant } from './show-assistant.ts'

/** What the assistant can be asked for about the scripts of a request; nothing while it is off. */
export function ScriptCommands({ tabId }: { readonly tabId: string }) {
  const stores = useStores()
  const isOn = useStore(stores.settings.store, state => state.settings.assistant.enabled)
  if (!isOn) return null
  return (
    <section className={styles.commands} aria-label="Assistant commands">
      <h2 className={styles.heading}>Assistant</h2>
      {(['Write tests for this response', 'Fix this script'] as const).map(name => (
        <AriaButton
          key={name}
          className={styles.snippet ?? ''}
          onPress={() => void showAssistant(stores, tabId, assistantCommands[name])}
        >
          <span>{name}</span>
          <Sparkles className={styles.plus} size={14} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      ))}
    </section>
  )
}
