import { printJson } from '@parley/engine'
import { webSocketMessageFormats } from '@parley/model'
import { Ellipsis, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button, TextToggle } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { ActionMenu, type MenuAction } from '../../components/menus/ActionMenu.tsx'
import { useLive, useWorkbench } from '../../wiring/use-stores.ts'
import { sendMessageEvent } from '../../workbench/request/send-message-event.ts'
import {
  messageProblem,
  messagesOf,
  messageText,
  messageTitle,
  withMessage,
  withMovedMessage,
  withNewMessage,
  withoutMessage,
} from '../../workbench/request/web-socket-messages.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import styles from './BodySection.module.css'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import own from './MessageSection.module.css'
import { readAsBase64 } from './read-as-base64.ts'
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
  const [fileProblem, setFileProblem] = useState('')
  const lint = useMemo(() => (message === undefined ? '' : messageProblem(message)), [message])
  const section = useSendShortcut(() => (isOpen ? void send() : connectAndSend()))
  if (message === undefined) return null
  const change = (patch: Partial<typeof message>) =>
    workbench.editDraft(tab.id, draft => withMessage(draft, index, patch))
  const add = () => {
    workbench.editDraft(tab.id, withNewMessage)
    setChosen(messages.length)
  }
  const act = (action: DraftAction) => {
    const by = { up: -1, down: 1, delete: 0 }[action]
    workbench.editDraft(tab.id, draft =>
      by === 0 ? withoutMessage(draft, index) : withMovedMessage(draft, index, by),
    )
    setChosen(Math.max(0, index + (by || -1)))
  }
  const takeFile = async (file: File | undefined) => {
    const read = file === undefined ? null : await readAsBase64(file)
    setFileProblem(read?.ok === false ? read.failure : '')
    if (read?.ok) change({ data: read.value })
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
        <ActionMenu label="Message actions" actions={draftActions(messages.length, index)} onAction={act}>
          <IconButton label="Message actions" size="small">
            <Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </ActionMenu>
        <TextToggle isSelected={message.selected} onChange={selected => change({ selected })}>
          Send on connect
        </TextToggle>
        {message.format === 'json' && (
          <Button size="small" onPress={formatJson}>
            Format JSON
          </Button>
        )}
        {message.format === 'binary' && <SelectFileButton onSelect={([file]) => void takeFile(file)} />}
        <span className={own.report} role="status">
          {fileProblem || report || lint}
        </span>
        <Button variant="primary" size="small" isDisabled={!isOpen} onPress={() => void send()}>
          Send message
        </Button>
      </div>
      <DraftTextEditor key={index} tabId={tab.id} text={text} />
    </div>
  )
}

/** Returns the ref of the section in which the shortcut for sending calls back. */
function useSendShortcut(send: () => void) {
  const section = useRef<HTMLDivElement>(null)
  const onSend = useEffectEvent((event: Event) => {
    event.preventDefault()
    send()
  })
  useEffect(() => {
    const element = section.current
    const listener = (event: Event) => onSend(event)
    element?.addEventListener(sendMessageEvent, listener)
    return () => element?.removeEventListener(sendMessageEvent, listener)
  }, [])
  return section
}

type DraftAction = 'up' | 'down' | 'delete'

function draftActions(count: number, index: number): readonly MenuAction<DraftAction>[] {
  return [
    { id: 'up', label: 'Move up', isDisabled: index === 0 },
    { id: 'down', label: 'Move down', isDisabled: index === count - 1 },
    {
      id: 'delete',
      label: 'Delete message',
      isDisabled: count < 2,
      startsGroup: true,
      isDestructive: true,
    },
  ]
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
