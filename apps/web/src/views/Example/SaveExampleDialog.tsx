import { descriptorOf, failed, type Response, type Result } from '@parley/model'
import type { ReadExample } from '@parley/server/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DialogField } from '../../components/dialogs/DialogField.tsx'
import { FormDialog, type FormDialogProps } from '../../components/dialogs/FormDialog.tsx'
import { SwitchRow } from '../../components/fields/ControlRows.tsx'
import { findEntry } from '../../library/find-entry.ts'
import {
  useExampleCommands,
  useExampleTabs,
  useLibrary,
  useRequestDocuments,
  useToasts,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { activeTab } from '../../workbench/active-tab.ts'
import { type RequestSource, type RequestTab, responseOf } from '../../workbench/tabs/request-tab.ts'

interface DialogProps {
  readonly onClose: () => void
}

/** Saves the response that the active tab shows as an example of its request. */
export function SaveExampleDialog({ onClose }: DialogProps) {
  const workbench = useWorkbench()
  const documents = useRequestDocuments()
  const [tab] = useState(() => activeTab(workbench.store.getState()))
  const obstacle = obstacleOf(tab)
  const response = tab === null ? null : responseOf(tab.send)
  if (obstacle === null && response !== null && tab?.source && 'sendId' in tab.send)
    return <ExampleForm source={tab.source} sendId={tab.send.sendId} response={response} onClose={onClose} />
  function saveFirst(): void {
    onClose()
    void documents.save(tab?.id ?? null)
  }
  return (
    <Frame
      message={obstacle ?? ''}
      submitLabel={obstacle === notSaved ? 'Save request' : 'Save'}
      isComplete={obstacle === notSaved}
      problem={null}
      hint=""
      onSubmit={saveFirst}
      onClose={onClose}
    >
      {null}
    </Frame>
  )
}

function Frame(props: Omit<FormDialogProps, 'kind' | 'title'>) {
  return <FormDialog kind="saveExample" title="Save as example" {...props} />
}

const notSaved = 'Save the request first. Its examples are part of its file.'

/** Returns why a tab has nothing to save, as sentences; null if it has. */
function obstacleOf(tab: RequestTab | null): string | null {
  if (tab === null) return 'No request is open. Open one and send it, then save its response.'
  const { draft, source, send } = tab
  if (!descriptorOf(draft).isExchange)
    return 'Only HTTP and GraphQL requests have examples. Save messages with Download messages.'
  if (send.state === 'awaiting') return 'The response is still arriving. Wait for its end, or press Cancel.'
  if (responseOf(send) === null) return 'There is no response yet. Send the request, then save its response.'
  return source === null ? notSaved : null
}

interface ExampleFormProps extends DialogProps {
  readonly source: RequestSource
  readonly sendId: string
  readonly response: Pick<Response, 'statusCode' | 'reasonPhrase'>
}

function ExampleForm({ source, sendId, response: { statusCode, reasonPhrase }, onClose }: ExampleFormProps) {
  const loadCommands = useExampleCommands()
  const tellSaved = useSavedToast()
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const [name, setName] = useState(`${statusCode} ${reasonPhrase}`.trim())
  const [hasHeaders, setHasHeaders] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const reading = useReadExample(sendId, found => {
    if (typeof found === 'string') setProblem(found)
    else setLeftOut(found.leftOut)
  })

  async function add(): Promise<Result<string | null, string>> {
    const read = await reading
    if (typeof read === 'string') return failed(read)
    const { request, response } = read.example
    const commands = await loadCommands()
    return commands.add(source.requestId, {
      name: name.trim(),
      ...(request === undefined ? {} : { request }),
      ...(response === undefined
        ? {}
        : { response: { ...response, headers: hasHeaders ? response.headers : [] } }),
    })
  }

  async function save(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    const added = await add()
    isBusy.current = false
    if (!added.ok) return setProblem(added.failure)
    onClose()
    tellSaved(source.requestId, name.trim(), added.value)
  }

  return (
    <Frame
      submitLabel="Save"
      isComplete={name.trim() !== ''}
      problem={problem}
      hint={`Values of secrets are replaced by their names. ${leftOut ?? ''}`.trim()}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DialogField label="Name" value={name} isFirst isReplaced onChange={setName} />
      <SwitchRow label="Response headers" isSelected={hasHeaders} onChange={setHasHeaders} />
    </Frame>
  )
}

type FoundExample = Extract<ReadExample, { readonly state: 'read' }> | string

/** Reads a send as an example while the dialog is open, and calls back with it or with why it cannot be read. */
function useReadExample(sendId: string, show: (found: FoundExample) => void) {
  const loadCommands = useExampleCommands()
  const [reading] = useState(async () => (await loadCommands()).read(sendId))
  const showRead = useEffectEvent(show)
  useEffect(() => {
    let isClosed = false
    void reading.then(found => {
      if (!isClosed) showRead(found)
    })
    return () => {
      isClosed = true
    }
  }, [reading])
  return reading
}

/** Returns what shows that an example was saved; without an ID it cannot be opened. */
function useSavedToast() {
  const exampleTabs = useExampleTabs()
  const library = useLibrary()
  const toasts = useToasts()
  return (requestId: string, name: string, exampleId: string | null): void => {
    library.setExpanded(requestId, true)
    const open = (id: string) => {
      const entry = findEntry(library.store.getState().tree, requestId)
      if (entry !== null) void exampleTabs.open(entry, id)
    }
    toasts.show({
      kind: 'done',
      owner: 'page',
      title: 'Example saved',
      code: '',
      text: `${name} is listed below its request.`,
      ...(exampleId === null ? {} : { action: { label: 'Open', run: () => open(exampleId) } }),
    })
  }
}
