import { redo, undo } from '@codemirror/commands'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import type { BodyEditor } from '../../editor/body-editor.ts'
import { type MessageForm as Form, longestFormText, messageForm } from '../../grpc/form/form-rows.ts'
import type { MessageShape } from '../../grpc/form/message-shape.ts'
import { useGrpcDefinitions, useGrpcLanguage, useWorkbench } from '../../wiring/use-stores.ts'
import { callOf } from '../../workbench/grpc/call-draft.ts'
import { jsonProblemText } from '../../workbench/request/json-problem.ts'
import { messagesOf, withMessage } from '../../workbench/request/message-drafts.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { useKnownVariables } from '../Request/use-known-variables.ts'
import styles from './MessageForm.module.css'
import { MessageFormRow } from './MessageFormRow.tsx'
import { isDefinitionLoading, noMethod } from './no-method.ts'

export interface MessageFormProps {
  readonly tab: RequestTab
  /** The number of the message. */
  readonly index: number
  /** The editor of the same text, which has the steps for undo. */
  readonly editor: RefObject<BodyEditor | null>
  readonly onShowText: () => void
}

/** A message as a form of its type. Each change is a change of its text. */
export function MessageForm({ tab, index, editor, onShowText }: MessageFormProps) {
  const text = messagesOf(tab.draft)[index]?.data ?? ''
  const { method } = callOf(tab.draft)
  const shape = useShape(method)
  const isLoading = useStore(useGrpcDefinitions().store, state => isDefinitionLoading(state, tab.id))
  const form = useMemo(() => (shape == null ? null : messageForm(shape, text)), [shape, text])
  if (shape === undefined) return <div className={styles.scroller} />
  if (shape === null || form === null) return <p className={styles.note}>{noMethod(method, isLoading)}</p>
  if ('problem' in form)
    return (
      <p className={styles.note}>
        {problemWords(form.problem, text)}{' '}
        <button type="button" className={styles.link} onClick={onShowText}>
          Show the text
        </button>
      </p>
    )
  return <Rows tab={tab} index={index} text={text} shape={shape} form={form} editor={editor} />
}

interface RowsProps extends Pick<MessageFormProps, 'tab' | 'index' | 'editor'> {
  readonly text: string
  readonly shape: MessageShape
  readonly form: Extract<Form, { readonly rows: unknown }>
}

const rowHeight = 30

function Rows({ tab, index, editor, text, shape, form }: RowsProps) {
  const workbench = useWorkbench()
  const known = useKnownVariables(tab)
  const list = useVirtualRows<HTMLDivElement>(form.rows.length, rowHeight)
  const write = (data: string) => workbench.editDraft(tab.id, draft => withMessage(draft, index, { data }))
  return (
    <div ref={list.scroller} className={styles.scroller} onKeyDownCapture={event => takeStep(event, editor)}>
      <ul aria-label="Message form" style={{ paddingTop: list.before, paddingBottom: list.after }}>
        {list.indexes.map(at => {
          const row = form.rows[at]
          return (
            row !== undefined && (
              <MessageFormRow
                key={row.path}
                row={row}
                text={text}
                shape={shape}
                known={known}
                onWrite={write}
              />
            )
          )
        })}
      </ul>
      {form.isCut && (
        <p className={styles.note}>The first {form.rows.length.toLocaleString('en')} rows are shown.</p>
      )}
    </div>
  )
}

/** Undo and redo are those of the text: a field of the form has no steps of its own. */
function takeStep(event: KeyboardEvent, { current }: RefObject<BodyEditor | null>): void {
  const step = steps[keysOfPress(event.nativeEvent) ?? '']
  if (step === undefined || current === null) return
  event.preventDefault()
  step(current.view)
}

const steps: Readonly<Record<string, typeof undo | undefined>> = {
  'Mod+Z': undo,
  'Mod+Shift+Z': redo,
  'Mod+Y': redo,
}

/**
 * The shape of the message that a method takes; undefined until the worker has answered, null if there is none. What was found
 * stays while another definition is read, and that nothing was found does not.
 */
function useShape(method: string): MessageShape | null | undefined {
  const language = useGrpcLanguage()
  const revision = useStore(useGrpcDefinitions().store, state => state.revision)
  const [read, setRead] = useState<{
    readonly method: string
    readonly revision: number
    readonly shape: MessageShape | null
  }>()
  useEffect(() => {
    let isUnmounted = false
    void language.call('messageShape', method).then(outcome => {
      if (!isUnmounted && 'answer' in outcome) setRead({ method, revision, shape: outcome.answer })
    })
    return () => {
      isUnmounted = true
    }
  }, [language, revision, method])
  if (read?.method !== method) return undefined
  return read.shape ?? (read.revision === revision ? null : undefined)
}

function problemWords(
  problem: Extract<Form, { readonly problem: unknown }>['problem'],
  text: string,
): string {
  if (problem === 'tooLong')
    return `A message of more than ${longestFormText.toLocaleString('en')} characters has no form.`
  if (problem === 'noObject') return 'The message is not an object.'
  return `The message is not JSON. ${jsonProblemText(text)}`.trim()
}
