import { printJsonInSteps } from '@parley/engine/printers'
import type { HttpBody } from '@parley/model'
import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { Tooltip, TooltipTrigger } from '../../components/buttons/Tooltip.tsx'
import { classNames } from '../../components/class-names.ts'
import type { ShownJsonProblem } from '../../editor/json/json-support.ts'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { rawFormatLabel, rawFormats } from '../../workbench/request/raw-formats.ts'
import { rawText } from '../../workbench/tabs/draft-text.ts'
import type { WorkbenchState } from '../../workbench/workbench-state.ts'
import styles from './BodySection.module.css'

const formatChoices = rawFormats.map(({ language, label }) => ({ id: language, label }))

export interface RawToolsProps {
  readonly tabId: string
  readonly body: Extract<HttpBody, { type: 'raw' }>
  /** Where the text stops being JSON. */
  readonly problem: ShownJsonProblem | null
}

/** The second picker of Raw and, for JSON, its formatting and its first mistake. */
export function RawTools({ tabId, body, problem }: RawToolsProps) {
  const workbench = useWorkbench()
  return (
    <>
      <PickerButton
        label="Raw format"
        value={rawFormatLabel(body.language)}
        choices={formatChoices}
        onChoose={id => {
          const language = rawFormats.find(candidate => candidate.language === id)?.language
          if (language !== undefined) workbench.editDraft(tabId, withRaw({ language }))
        }}
      />
      {body.language === 'json' && <JsonTools tabId={tabId} problem={problem} />}
    </>
  )
}

const withRaw =
  (change: Partial<RawToolsProps['body']>) =>
  <Draft extends { readonly body: HttpBody }>(draft: Draft): Draft =>
    draft.body.type === 'raw' ? { ...draft, body: { ...draft.body, ...change } } : draft

/** Format JSON, which leaves a text alone that is not JSON, and what is wrong with this text. */
function JsonTools({ tabId, problem }: Omit<RawToolsProps, 'body'>) {
  const workbench = useWorkbench()
  /** The text that could not be formatted. */
  const [refused, setRefused] = useState<string | null>(null)
  // A body that was rendered may have an older text, as the editor alone renders with each key.
  const textOf = (state: WorkbenchState) => {
    const current = requestTab(state, tabId)
    return current === null ? null : rawText.read(current.draft)
  }
  const isRefused = useStore(workbench.store, state => refused !== null && refused === textOf(state))
  const format = async () => {
    const typed = textOf(workbench.store.getState()) ?? ''
    const text = await printJsonInSteps(typed, { allowsVariables: true })
    // A long text takes some seconds, in which it may be edited.
    if (textOf(workbench.store.getState()) !== typed) return
    setRefused(text === null ? typed : null)
    if (text !== null) workbench.editDraft(tabId, withRaw({ text }))
  }
  return (
    <>
      <TooltipTrigger>
        <Button size="small" aria-label="Format JSON" onPress={() => void format()}>
          <WandSparkles size={14} strokeWidth={1.75} className={styles.short} aria-hidden="true" />
          <span className={styles.words}>Format JSON</span>
        </Button>
        <Tooltip>Format JSON</Tooltip>
      </TooltipTrigger>
      {problem !== null && (
        <TooltipTrigger>
          <Button size="small" aria-label={problem.text} className={styles.fault} onPress={problem.goTo}>
            <span className={classNames('cut', styles.words)}>{problem.text}</span>
            <span className={classNames('cut', styles.short)}>{problem.shortText}</span>
          </Button>
          <Tooltip>{problem.text}</Tooltip>
        </TooltipTrigger>
      )}
      {/* Read aloud only when it was asked for, not with each pause in typing. */}
      <span className="unseen" role="status">
        {isRefused ? (problem?.text ?? 'This is not JSON') : ''}
      </span>
    </>
  )
}
