import { useStore } from 'zustand'
import { useAssistant, useSettings, useWorkbench } from '../../wiring/use-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { AssistantPanel } from './AssistantPanel.tsx'

/** The assistant beside the open tab, if something is asked about it and the assistant is on. */
export function ShownAssistant() {
  const workbench = useWorkbench()
  const assistant = useAssistant()
  const settings = useSettings()
  const tab = useStore(workbench.store, activeTab)
  const isOn = useStore(settings.store, state => state.settings.assistant.enabled)
  const isOpen = useStore(assistant.store, state => state.tabs[tab?.id ?? '']?.isOpen ?? false)
  return tab === null || !isOpen || !isOn ? null : <AssistantPanel key={tab.id} tab={tab} />
}
