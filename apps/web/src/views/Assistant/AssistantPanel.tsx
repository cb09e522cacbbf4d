import { SquarePen, X } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useAssistant, useSettings } from '../../wiring/use-stores.ts'
import type { AssistantSubject } from '../../workbench/assistant/assistant.ts'
import type { TabConversation } from '../../workbench/assistant/tab-conversation.ts'
import { type RequestTab, shownSend } from '../../workbench/tabs/request-tab.ts'
import styles from './AssistantPanel.module.css'
import { Conversation } from './Conversation.tsx'
import { WhatIsSent } from './WhatIsSent.tsx'

export interface AssistantPanelProps {
  readonly tab: RequestTab
}

/** The assistant beside the request of a tab. Nothing is sent before Ask. */
export function AssistantPanel({ tab }: AssistantPanelProps) {
  const assistant = useAssistant()
  const settings = useSettings()
  const { model, address } = useStore(settings.store, state => state.settings.assistant)
  const conversation = useStore(assistant.store, state => state.tabs[tab.id])
  const send = shownSend(tab.send)
  const sendId = 'sendId' in send && send.state !== 'awaiting' ? send.sendId : null
  const parentId = (tab.source ?? tab.copiedFrom)?.parentId ?? null
  const subject: AssistantSubject = { sendId, parentId, request: tab.draft }
  // Composed again for another send or draft, so that what is shown is what would be sent.
  useEffect(
    () => void assistant.compose(tab.id, { sendId, parentId, request: tab.draft }),
    [assistant, tab.id, tab.draft, sendId, parentId],
  )
  return (
    <aside className={styles.panel} aria-label="Assistant">
      <div className={styles.head}>
        <h2 className={styles.title}>Assistant</h2>
        <span className={styles.service} title={address}>
          {model || 'No model'}, {placeOf(address)}
        </span>
        <IconButton label="New conversation" onPress={() => assistant.clear(tab.id)}>
          <SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton label="Close assistant" onPress={() => assistant.close(tab.id)}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {conversation !== undefined && (
        <>
          <div className={styles.scroller}>
            <Conversation tab={tab} turns={conversation.turns} isAnswering={conversation.isAnswering} />
            {!conversation.isAnswering && <WhatIsSent tabId={tab.id} conversation={conversation} />}
          </div>
          <QuestionForm tabId={tab.id} conversation={conversation} subject={subject} />
        </>
      )}
    </aside>
  )
}

interface QuestionFormProps {
  readonly tabId: string
  readonly conversation: TabConversation
  readonly subject: AssistantSubject
}

function QuestionForm({ tabId, conversation, subject }: QuestionFormProps) {
  const assistant = useAssistant()
  const { question, parts, problem, isAnswering } = conversation
  const ask = () => void assistant.ask(tabId, subject)
  return (
    <div className={styles.form} data-asks="">
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <textarea
        className={styles.question}
        aria-label="Ask about this request"
        placeholder="Ask about this request"
        rows={2}
        value={question}
        onChange={event => assistant.write(tabId, event.target.value)}
      />
      <div className={styles.actions}>
        <span className={styles.quiet}>Nothing is sent before you ask</span>
        {isAnswering ? (
          <Button variant="outlined" onPress={() => assistant.stop(tabId)}>
            Stop
          </Button>
        ) : (
          <Button variant="primary" isDisabled={parts === null || question.trim() === ''} onPress={ask}>
            Ask
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says where the model runs: on this computer, or on which host. */
function placeOf(address: string): string {
  const host = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1] ?? address
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host) ? 'this computer' : host
}
