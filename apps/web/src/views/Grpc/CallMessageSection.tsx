import { WandSparkles } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { FittingChoice } from '../../components/buttons/FittingChoice.tsx'
import styles from '../../components/EditorSection.module.css'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { BodyEditor } from '../../editor/body-editor.ts'
import { useGrpcDefinitions, useGrpcLanguage, useLive, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { callOf } from '../../workbench/grpc/call-draft.ts'
import { messageSendingOf } from '../../workbench/live/message-sending.ts'
import {
  messagesOf,
  messageText,
  withMessage,
  withOnlyMessage,
} from '../../workbench/request/message-drafts.ts'
import { takesMessages } from '../../workbench/request/request-kind.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { DraftTextEditor } from '../RequestPane/DraftTextEditor.tsx'
import own from '../RequestPane/MessageSection.module.css'
import { SavedMessages } from '../RequestPane/SavedMessages.tsx'
import { useSendShortcut } from '../RequestPane/use-send-shortcut.ts'
import { useTakesMessages } from '../RequestPane/use-takes-messages.ts'
import { isDefinitionLoading, noMethod } from './no-method.ts'

const MessageForm = lazyPart(async () => (await import('./MessageForm.tsx')).MessageForm)

const views = [
  { value: 'text', label: 'Text' },
  { value: 'form', label: 'Form' },
] as const

type View = (typeof views)[number]['value']

/** The messages of a gRPC call: JSON that is checked against the service definition. */
export function CallMessageSection({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const [isNaming, setNaming] = useState(false)
  const { messageView: view = 'text' } = tab
  const setView = (chosen: View) => workbench.chooseMessageView(tab.id, chosen)
  const { messages, index, isStreamed, choose } = useChosenMessage(tab)
  const message = messages[index]
  const sending = messageSendingOf(useLive(), workbench)
  const isOpen = useTakesMessages(tab.id)
  const report = useStore(sending.store, reports => reports[tab.id] ?? '')
  const [exampleProblem, setExampleProblem] = useState('')
  const fillIn = useExampleMessage(tab.id, index, setExampleProblem)
  const send = () => {
    if (message === undefined) return
    if (isStreamed) sending.sendMessage(tab.id, message)
    else void workbench.sendTab(tab.id)
  }
  const section = useSendShortcut(send)
  if (message === undefined) return null
  const problem = exampleProblem || report
  return (
    <div ref={section} className="pane" data-sends-message="">
      <div className={styles.toolbar}>
        <FittingChoice label="Message view" value={view} choices={views} onChange={setView} isCrowded />
        <Button size="small" onPress={() => void fillIn()}>
          <WandSparkles size={14} strokeWidth={1.75} aria-hidden="true" />
          Example message
        </Button>
        <SavedMessages
          messages={messages}
          index={index}
          isNaming={isNaming}
          onNaming={setNaming}
          onChoose={choose}
          onEdit={edit => workbench.editDraft(tab.id, edit)}
          start={isStreamed ? 'at the start' : null}
        />
        <span className={own.report} role="status" title={problem}>
          {problem}
        </span>
        <Button size="small" onPress={() => setNaming(true)}>
          Save message
        </Button>
        {isStreamed && (
          <Button variant="primary" size="small" isDisabled={!isOpen} onPress={send}>
            Send message
          </Button>
        )}
      </div>
      <ShownMessage key={index} tab={tab} index={index} view={view} onShowText={() => setView('text')} />
    </div>
  )
}

interface ShownMessageProps {
  readonly tab: RequestTab
  readonly index: number
  readonly view: View
  readonly onShowText: () => void
}

/** The text of a message; in front of it its form, for which it keeps the steps of undo. */
function ShownMessage({ tab, index, view, onShowText }: ShownMessageProps) {
  const revision = useStore(useGrpcDefinitions().store, state => state.revision)
  const editor = useRef<BodyEditor | null>(null)
  const text = useMemo(() => messageText(index), [index])
  const loadSupport = useMessageSupport(tab.id)
  return (
    <>
      <div className={view === 'form' ? own.behind : own.inFront}>
        <DraftTextEditor
          tabId={tab.id}
          text={text}
          loadSupport={loadSupport}
          checkedAgainst={`${revision} ${callOf(tab.draft).method}`}
          editor={editor}
        />
      </div>
      {view === 'form' && (
        <Suspense>
          <MessageForm tab={tab} index={index} editor={editor} onShowText={onShowText} />
        </Suspense>
      )}
    </>
  )
}

/** The message that is edited: of a stream any, of a unary call the one that it sends. */
function useChosenMessage(tab: RequestTab) {
  const workbench = useWorkbench()
  const [chosen, setChosen] = useState(0)
  const isStreamed = takesMessages(callOf(tab.draft).methodType)
  const messages = messagesOf(tab.draft)
  const sentAlone = messages.findIndex(({ selected }) => selected)
  return {
    messages,
    isStreamed,
    index: Math.min(isStreamed ? chosen : Math.max(0, sentAlone), messages.length - 1),
    choose(at: number) {
      setChosen(at)
      if (!isStreamed) workbench.editDraft(tab.id, draft => withOnlyMessage(draft, at))
    },
  }
}

function methodOf(tab: RequestTab | null): string {
  return tab === null ? '' : callOf(tab.draft).method
}

/** What the editor of a tab's messages does; the same function as long as it is the same tab. */
function useMessageSupport(tabId: string) {
  const language = useGrpcLanguage()
  const workbench = useWorkbench()
  return useCallback(async () => {
    const { createMessageSupport } = await import('../../editor/message-support.ts')
    const method = () => methodOf(requestTab(workbench.store.getState(), tabId))
    return createMessageSupport({ language, method })
  }, [language, workbench, tabId])
}

/** Returns what writes an example in the place of a message. Undo in the editor brings the message back. */
function useExampleMessage(tabId: string, index: number, report: (problem: string) => void) {
  const language = useGrpcLanguage()
  const workbench = useWorkbench()
  const definitions = useGrpcDefinitions()
  return async () => {
    const method = methodOf(requestTab(workbench.store.getState(), tabId))
    const outcome = await language.call('exampleMessage', method)
    const example = 'answer' in outcome ? outcome.answer : null
    report(example === null ? noMethod(method, isDefinitionLoading(definitions.store.getState(), tabId)) : '')
    if (example !== null) workbench.editDraft(tabId, draft => withMessage(draft, index, { data: example }))
  }
}
