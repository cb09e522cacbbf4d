import { printJson } from '@parley/engine'
import { webSocketMessageFormats } from '@parley/model'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button, TextToggle } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { useLive, useWorkbench } from '../../wiring/use-stores.ts'
import { sendMessageEvent } from '../../workbench/request/send-message-event.ts'
import {
  messagesOf,
  messageText,
  messageTitle,
  withMessage,
  withNewMessage,
  withoutMessage,
} from '../../workbench/request/web-socket-messages.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import styles from './BodySection.module.css'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import own from './MessageSection.module.css'
import { useOpenWebSocket } from './use-open-web-socket.ts'

const formatLabels = { text: 'Text', json: 'JSON', xml: 'XML', binary: 'Binary (Base64)' } as const
const formatChoices = webSocketMessageFormats.map(format => ({ id: format, label: formatLabels[format] }))

/** The messages that a WebSocket sends: drafts that are saved with the request, one of which is shown. */
export function MessageSection({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const [chosen, setChosen] = useState(0)
  const messages = tab.draft.webSocket === undefined ? [] : messagesOf(tab.draft.webSocket)
  const index = Math.min(chosen, messages.length - 1)
  const message = messages[index]
  const text = useMemo(() => messageText(index), [index])
  const { isOpen, report, send, connectAndSend } = useMessageSending(tab, index)
  const section = useRef<HTMLDivElement>(null)
  const onSend = useEffectEvent((event: Event) => {
    event.preventDefault()
    if (isOpen) void send()
    else connectAndSend()
  })
  useEffect(() => {
    const element = section.current
    const listener = (event: Event) => onSend(event)
    element?.addEventListener(sendMessageEvent, listener)
    return () => element?.removeEventListener(sendMessageEvent, listener)
  }, [])
  if (message === undefined) return null
  const change = (patch: Partial<typeof message>) =>
    workbench.editDraft(tab.id, draft => withMessage(draft, index, patch))
  const add = () => {
    workbench.editDraft(tab.id, withNewMessage)
    setChosen(messages.length)
  }
  const formatJson = () => {
    const data = printJson(message.data, { allowsVariables: true })
    if (data !== null) change({ data })
  }
  return (
    <div ref={section} className={styles.section} data-sends-message="">
      <div className={styles.toolbar}>
        <PickerButton
          label="Message format"
          value={formatLabels[message.format]}
          choices={formatChoices}
          onChoose={id => {
            const format = webSocketMessageFormats.find(one => one === id)
            if (format !== undefined) change({ format })
          }}
        />
        <PickerButton
          label="Message draft"
          value={messageTitle(message, index)}
          choices={messages.map((one, at) => ({ id: String(at), label: messageTitle(one, at) }))}
          onChoose={id => setChosen(Number(id))}
        />
        <input
          className={own.title}
          aria-label="Message title"
          placeholder="Title"
          value={message.title}
          onChange={event => change({ title: event.target.value })}
        />
        <IconButton label="New message" size="small" onPress={add}>
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Delete message"
          size="small"
          isDisabled={messages.length < 2}
          onPress={() => {
            workbench.editDraft(tab.id, draft => withoutMessage(draft, index))
            setChosen(Math.max(0, index - 1))
          }}
        >
          <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <TextToggle isSelected={message.selected} onChange={selected => change({ selected })}>
          Send on connect
        </TextToggle>
        {message.format === 'json' && (
          <Button size="small" onPress={formatJson}>
            Format JSON
          </Button>
        )}
        <span className={own.report} role="status">
          {report}
        </span>
        <Button variant="primary" size="small" isDisabled={!isOpen} onPress={() => void send()}>
          Send message
        </Button>
      </div>
      <DraftTextEditor key={index} tabId={tab.id} text={text} />
    </div>
  )
}

/** Sends the message that is shown: over the open connection, or after connecting. */
function useMessageSending(tab: RequestTab, index: number) {
  const workbench = useWorkbench()
  const live = useLive()
  const sessionId = useOpenWebSocket(tab.id)
  const [report, setReport] = useState('')
  const waits = useRef(false)
  const send = async () => {
    const message = tab.draft.webSocket && messagesOf(tab.draft.webSocket)[index]
    if (sessionId === null || message === undefined) return
    const { format, data } = message
    try {
      const { problem } = await live.calls.send({ sessionId, format, data })
      setReport(problem === null ? '' : `${problem.sentence} ${problem.nextStep}`)
    } catch (error) {
      setReport(`Not sent. ${live.ports.describeError(error)}`)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the opening of the connection is the cause.
  useEffect(() => {
    if (sessionId === null || !waits.current) return
    waits.current = false
    void send()
  }, [sessionId])
  const connectAndSend = () => {
    waits.current = true
    void workbench.sendTab(tab.id)
  }
  return { isOpen: sessionId !== null, report, send, connectAndSend }
}
