import { webSocketMessageFormats } from '@parley/model'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import styles from '../../components/EditorSection.module.css'
import { useLive, useWorkbench } from '../../wiring/use-stores.ts'
import { messageSendingOf } from '../../workbench/live/message-sending.ts'
import { inFormat, messagesOf, messageText, withMessage } from '../../workbench/request/message-drafts.ts'
import { messageProblem } from '../../workbench/request/message-problem.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import own from './MessageSection.module.css'
import { readAsBase64 } from './read-as-base64.ts'
import { SavedMessages } from './SavedMessages.tsx'
import { useJsonSupport } from './use-json-support.ts'
import { useSendShortcut } from './use-send-shortcut.ts'
import { useTakesMessages } from './use-takes-messages.ts'

const formatLabels = {
  text: 'Text',
  json: 'JSON',
  xml: 'XML',
  hex: 'Binary (hex)',
  binary: 'Binary (Base64)',
} as const
const formatChoices = webSocketMessageFormats.map(format => ({ id: format, label: formatLabels[format] }))

const formatNamed = (id: string) => webSocketMessageFormats.find(one => one === id)

/** The messages that a WebSocket sends: drafts that are saved with the request, one of which is shown. */
export function MessageSection({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const [chosen, setChosen] = useState(0)
  const [isNaming, setNaming] = useState(false)
  const messages = messagesOf(tab.draft)
  const index = Math.min(chosen, messages.length - 1)
  const message = messages[index]
  const text = useMemo(() => messageText(index), [index])
  const sending = messageSendingOf(useLive(), workbench)
  const isOpen = useTakesMessages(tab.id)
  const report = useStore(sending.store, reports => reports[tab.id] ?? '')
  const lint = useMemo(() => (message === undefined ? '' : messageProblem(message)), [message])
  const send = () => {
    if (message !== undefined) sending.sendMessage(tab.id, message)
  }
  const section = useSendShortcut(send)
  const { loadSupport } = useJsonSupport(tab.id)
  const change = (patch: Parameters<typeof withMessage>[2]) =>
    workbench.editDraft(tab.id, draft => withMessage(draft, index, patch))
  const { fileProblem, takeFile } = useFileData(data => change({ data }))
  const said = fileProblem || report || lint
  if (message === undefined) return null
  return (
    <div ref={section} className="pane" data-sends-message="">
      <div className={styles.toolbar}>
        <PickerButton
          label="Message format"
          value={formatLabels[message.format]}
          choices={formatChoices}
          onChoose={id => change(inFormat(message, formatNamed(id) ?? message.format))}
        />
        <SavedMessages
          messages={messages}
          index={index}
          isNaming={isNaming}
          onNaming={setNaming}
          onChoose={setChosen}
          onEdit={edit => workbench.editDraft(tab.id, edit)}
        />
        {message.format === 'binary' && <SelectFileButton onSelect={([file]) => void takeFile(file)} />}
        <span className={own.report} role="status" title={said}>
          {said}
        </span>
        <Button size="small" onPress={() => setNaming(true)}>
          Save message
        </Button>
        <Button variant="primary" size="small" isDisabled={!isOpen} onPress={send}>
          Send message
        </Button>
      </div>
      <DraftTextEditor
        key={index}
        tabId={tab.id}
        text={text}
        {...(message.format === 'json' && { loadSupport })}
      />
    </div>
  )
}

/** Reads a picked file as Base64. */
function useFileData(onRead: (data: string) => void) {
  const [fileProblem, setFileProblem] = useState('')
  const takeFile = async (file: File | undefined) => {
    const read = file === undefined ? null : await readAsBase64(file)
    setFileProblem(read?.ok === false ? read.failure : '')
    if (read?.ok) onRead(read.value)
  }
  return { fileProblem, takeFile }
}
