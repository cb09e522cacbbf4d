import { printCode, targetsFor } from '@parley/codegen'
import {
  describeSendFailure,
  type HttpRequest,
  kindOfDraft,
  requestKinds,
  type SendFailure,
  shownName,
} from '@parley/model'
import { Copy, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { useCodeGeneration } from '../../wiring/use-stores.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import { CodeOptions } from './CodeOptions.tsx'
import { CodeView } from './CodeView.tsx'
import styles from './GenerateCodeDialog.module.css'
import { TargetList } from './TargetList.tsx'

/** The code of a request in a chosen language, to copy (behaviour 4.2). */
export function GenerateCodeDialog({ onClose }: { readonly onClose: () => void }) {
  const code = useCodeGeneration()
  const { subject, prepared, failure, targetId: chosenId, options } = useStore(code.store)
  const [report, setReport] = useState('')
  if (subject === null) return null
  const { request } = subject
  const targets = targetsFor(request)
  // The choice is one of another kind of request if it is not among the targets.
  const target = targets.find(one => one.id === chosenId) ?? targets[0]
  if (target === undefined) return null
  const { id: targetId } = target
  const text = prepared?.ok ? printCode(target, prepared.value.request, options[targetId]) : null

  async function copy(): Promise<void> {
    if (text === null) return
    try {
      await navigator.clipboard.writeText(text)
      setReport('Copied')
    } catch {
      setReport('The browser did not allow copying. Select the code and press Ctrl C.')
    }
  }

  /** Ctrl Enter confirms from anywhere in the dialog, also where a list or the code has the focus. */
  function handleKeyDown(event: KeyboardEvent): void {
    if (keysOfPress(event.nativeEvent) !== 'Mod+Enter') return
    event.preventDefault()
    event.stopPropagation()
    void copy()
  }

  return (
    <ModalDialog kind="generateCode" label="Generate Code" size="code" onClose={onClose}>
      <div className={styles.layout} onKeyDownCapture={handleKeyDown}>
        <DialogHead
          request={request}
          report={report}
          onCopy={text === null ? null : copy}
          onClose={onClose}
        />
        <TargetList
          targets={targets}
          selectedId={targetId}
          onSelect={id => {
            setReport('')
            code.chooseTarget(id)
          }}
        />
        <div className={styles.code}>
          {failure !== null && <NotPrepared reason={failure} onRetry={code.retry} />}
          {prepared?.ok === false && <Refusal failure={prepared.failure} />}
          {text !== null && <CodeView text={text.replace(/\n$/, '')} language={target.highlight} />}
        </div>
        <CodeOptions target={target} onChange={() => setReport('')} />
      </div>
    </ModalDialog>
  )
}

interface DialogHeadProps {
  readonly request: HttpRequest
  readonly report: string
  /** Null while there is nothing to copy. */
  readonly onCopy: (() => Promise<void>) | null
  readonly onClose: () => void
}

function DialogHead({ request, report, onCopy, onClose }: DialogHeadProps) {
  return (
    <div className={styles.head}>
      <Heading slot="title" className={styles.title ?? ''}>
        Generate Code
      </Heading>
      <MethodBadge method={requestKinds[kindOfDraft(request)].badge ?? request.method} />
      <span className="meta fit">{shownName(request.name === '' ? request.url : request.name)}</span>
      <span className="meta" role="status">
        {report}
      </span>
      <Button variant="primary" isDisabled={onCopy === null} onPress={() => void onCopy?.()}>
        <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        Copy
      </Button>
      <IconButton label="Close" onPress={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function NotPrepared({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <span>The code could not be generated. {reason}</span>
      <Button variant="outlined" onPress={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Why there is no code; the request could not be sent either. */
function Refusal({ failure }: { readonly failure: SendFailure }) {
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <div className={styles.failure} role="alert">
      <p>
        {sentence} {nextStep} ({failure.code})
      </p>
    </div>
  )
}
