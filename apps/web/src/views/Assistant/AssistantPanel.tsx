import { assistantOrigin, explainsAtOnce } from '@parley/model'
import { SquarePen, X } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useAssistant, useSettings } from '../../wiring/use-stores.ts'
import type { AssistantSubject, TabConversation } from '../../workbench/assistant/tab-conversation.ts'
import { type RequestTab, shownSend } from '../../workbench/tabs/request-tab.ts'
import { useUndoReplacement } from '../Request/use-undo-replacement.ts'
import styles from './AssistantPanel.module.css'
import { Conversation } from './Conversation.tsx'
import { leaveAssistant } from './focus-assistant.ts'
import { WhatIsSent } from './WhatIsSent.tsx'

export interface AssistantPanelProps {
  readonly tab: RequestTab
}

/** The assistant beside the request of a tab. Nothing is sent before Ask, or before Explain once the user has agreed to that. */
export function AssistantPanel({ tab }: AssistantPanelProps) {
  const assistant = useAssistant()
  const conversation = useStore(assistant.store, state => state.tabs[tab.id])
  const subject = useSubject(tab, conversation)
  const scroller = useRef<HTMLDivElement>(null)
  useUndoReplacement(scroller, tab.id)
  const field = useRef<HTMLTextAreaElement>(null)
  /** What was pressed is replaced by something else, so the cursor goes on in the question. */
  const focusQuestion = () => field.current?.focus()
  return (
    <aside className={styles.panel} aria-label="Assistant" data-pane="assistant">
      <PanelHead tabId={tab.id} onCleared={focusQuestion} />
      <div ref={scroller} className={styles.scroller}>
        {conversation !== undefined && (
          <>
            <Conversation
              tab={tab}
              turns={conversation.turns}
              isAnswering={conversation.isAnswering}
              onRetry={() => {
                void assistant.retry(tab.id)
                focusQuestion()
              }}
            />
            {!conversation.isAnswering && <WhatIsSent tabId={tab.id} conversation={conversation} />}
          </>
        )}
      </div>
      {conversation !== undefined && (
        <QuestionForm
          tabId={tab.id}
          conversation={conversation}
          subject={subject}
          field={field}
          focusQuestion={focusQuestion}
        />
      )}
    </aside>
  )
}

/** What the assistant is asked about; composed again for another send or draft, so that what is shown is what would be sent. */
function useSubject(tab: RequestTab, conversation: TabConversation | undefined): AssistantSubject {
  const assistant = useAssistant()
  const send = shownSend(tab.send)
  const sendId = 'sendId' in send && send.state !== 'awaiting' ? send.sendId : null
  const parentId = (tab.source ?? tab.copiedFrom)?.parentId ?? null
  const run = conversation?.run ?? null
  const subject = useMemo<AssistantSubject>(
    () => ({ sendId, run, parentId, request: tab.draft }),
    [sendId, run, parentId, tab.draft],
  )
  useEffect(() => void assistant.compose(tab.id, subject), [assistant, tab.id, subject])
  const isDue = conversation?.dueQuestion !== null && conversation?.composedOf === subject
  useEffect(() => {
    if (isDue) void assistant.askDue(tab.id, subject)
  }, [assistant, tab.id, subject, isDue])
  return subject
}

interface PanelHeadProps {
  readonly tabId: string
  readonly onCleared: () => void
}

function PanelHead({ tabId, onCleared }: PanelHeadProps) {
  const assistant = useAssistant()
  const { model, address } = useStore(useSettings().store, state => state.settings.assistant)
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>Assistant</h2>
      <span className={styles.service} title={address}>
        {model || 'No model'}, {placeOf(address)}
      </span>
      <IconButton
        label="New conversation"
        onPress={() => {
          assistant.clear(tabId)
          onCleared()
        }}
      >
        <SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Close assistant"
        onPress={() => {
          assistant.close(tabId)
          leaveAssistant()
        }}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

interface QuestionFormProps {
  readonly tabId: string
  readonly conversation: TabConversation
  readonly subject: AssistantSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly focusQuestion: () => void
}

function QuestionForm({ tabId, conversation, subject, field, focusQuestion }: QuestionFormProps) {
  const assistant = useAssistant()
  const { question, parts, problem, isAnswering } = conversation
  const settings = useSettings()
  const service = useStore(settings.store, state => state.settings.assistant)
  const { agreesToAskAtOnce } = useStore(assistant.store)
  const isAgreed = explainsAtOnce(service)
  const ask = () => {
    if (!isAgreed && agreesToAskAtOnce) {
      const asksAtOnce = [...service.asksAtOnce, assistantOrigin(service.address)]
      void settings.change('assistant', { asksAtOnce })
    }
    void assistant.ask(tabId, subject)
    focusQuestion()
  }
  const stop = () => {
    assistant.stop(tabId)
    focusQuestion()
  }
  return (
    <div className={styles.form} data-asks="">
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <textarea
        ref={field}
        data-pane-start=""
        className={styles.question}
        aria-label="Ask about this request"
        placeholder="Ask about this request"
        rows={2}
        value={question}
        onChange={event => assistant.write(tabId, event.target.value)}
      />
      {!isAgreed && <p className={styles.hint}>Nothing is sent until you press Ask.</p>}
      <div className={styles.actions}>
        <Agreement isAgreed={isAgreed} />
        {isAnswering ? (
          <Button variant="outlined" onPress={stop}>
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

/** Whether Explain asks at once, or what makes it do so from the next question on. */
function Agreement({ isAgreed }: { readonly isAgreed: boolean }) {
  const assistant = useAssistant()
  const { agreesToAskAtOnce } = useStore(assistant.store)
  if (isAgreed) return <span className="meta">Explain asks at once</span>
  return (
    <span className={styles.agreement}>
      <Checkbox
        label="Ask at once from now on"
        isSelected={agreesToAskAtOnce}
        onChange={() => assistant.agree(!agreesToAskAtOnce)}
      />
      <span aria-hidden="true">Ask at once from now on</span>
    </span>
  )
}

/** Says where the model runs: on this computer, or on which host. */
function placeOf(address: string): string {
  const host = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1] ?? address
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host) ? 'this computer' : host
}
