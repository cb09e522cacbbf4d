import { contentTypeOf } from '@parley/engine'
import { printJsonInSteps } from '@parley/engine/printers'
import { type BodyByType, bodyTypes, type HttpBody } from '@parley/model'
import { type ReactNode, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { Button, TextToggle } from '../../components/buttons/Button.tsx'
import { FittingChoice } from '../../components/buttons/FittingChoice.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import sectionStyles from '../../components/EditorSection.module.css'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { rawFormatLabel, rawFormats } from '../../workbench/request/raw-formats.ts'
import { rawText } from '../../workbench/tabs/draft-text.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import type { WorkbenchState } from '../../workbench/workbench-state.ts'
import { GraphQlTools } from '../GraphQl/GraphQlTools.tsx'
import { CallMessageSection } from '../Grpc/CallMessageSection.tsx'
import { BinaryBody } from './BinaryBody.tsx'
import styles from './BodySection.module.css'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import { GraphQlBody } from './GraphQlBody.tsx'
import { MessageSection } from './MessageSection.tsx'
import { FormTable } from './tables/FormTable.tsx'
import { UrlEncodedTable } from './tables/UrlEncodedTable.tsx'

const typeChoices = Object.values(bodyTypes).map(({ empty, label }) => ({ value: empty.type, label }))

const formatChoices = rawFormats.map(({ language, label }) => ({ id: language, label }))

/** The types whose own tools need the room of the others. */
const crowdedTypes: ReadonlySet<HttpBody['type']> = new Set(['raw', 'graphql'])

export interface BodySectionProps {
  readonly tab: RequestTab
}

/** What the request sends: its body, or the messages of a WebSocket or a gRPC call. */
export function BodySection({ tab }: BodySectionProps) {
  const { webSocket, grpc } = tab.draft
  if (webSocket !== undefined) return <MessageSection tab={tab} />
  return grpc === undefined ? <RequestBody tab={tab} /> : <CallMessageSection tab={tab} />
}

/** The body of the request in one of its types (behaviour 2.2); switching between them loses nothing. */
function RequestBody({ tab }: BodySectionProps) {
  const workbench = useWorkbench()
  const { body } = tab.draft
  const [isBulk, setIsBulk] = useState(false)
  const chooseType = (type: HttpBody['type']) => workbench.chooseBodyType(tab.id, type)
  return (
    <div className="pane">
      <div className={sectionStyles.toolbar}>
        <FittingChoice
          label="Body type"
          value={body.type}
          choices={typeChoices}
          isCrowded={crowdedTypes.has(body.type)}
          onChange={chooseType}
        />
        {body.type === 'raw' && <RawTools tab={tab} body={body} />}
        {body.type === 'graphql' ? (
          <Suspense>
            <GraphQlTools tabId={tab.id} body={body} />
          </Suspense>
        ) : (
          <span className={styles.contentType}>{sentContentType(tab)}</span>
        )}
        {(body.type === 'multipart' || body.type === 'urlEncoded') && (
          <TextToggle isSelected={isBulk} onChange={setIsBulk}>
            Bulk edit
          </TextToggle>
        )}
      </div>
      {formOf(body, { tab, isBulk })}
    </div>
  )
}

interface RawToolsProps extends BodySectionProps {
  readonly body: Extract<HttpBody, { type: 'raw' }>
}

/** The second picker of Raw and, for JSON, its formatting; a text that is not JSON stays unchanged. */
function RawTools({ tab, body }: RawToolsProps) {
  const workbench = useWorkbench()
  /** The text that could not be formatted. */
  const [refused, setRefused] = useState<string | null>(null)
  const setBody = (change: Partial<typeof body>) =>
    workbench.editDraft(tab.id, draft =>
      draft.body.type === 'raw' ? { ...draft, body: { ...draft.body, ...change } } : draft,
    )
  // `body` may have an older text, as the editor alone renders with each key.
  const textOf = (state: WorkbenchState) => {
    const current = requestTab(state, tab.id)
    return current === null ? null : rawText.read(current.draft)
  }
  const isRefused = useStore(workbench.store, state => refused !== null && refused === textOf(state))
  const format = async () => {
    const typed = textOf(workbench.store.getState()) ?? ''
    const text = await printJsonInSteps(typed, { allowsVariables: true })
    // A long text takes some seconds, in which it may be edited.
    if (textOf(workbench.store.getState()) !== typed) return
    setRefused(text === null ? typed : null)
    if (text !== null) setBody({ text })
  }
  return (
    <>
      <PickerButton
        label="Raw format"
        value={rawFormatLabel(body.language)}
        choices={formatChoices}
        onChoose={id => {
          const language = rawFormats.find(candidate => candidate.language === id)?.language
          if (language !== undefined) setBody({ language })
        }}
      />
      {body.language === 'json' && (
        <Button size="small" onPress={() => void format()}>
          Format JSON
        </Button>
      )}
      <span className={styles.fault} role="status">
        {body.language === 'json' && isRefused ? 'This is not JSON' : ''}
      </span>
    </>
  )
}

interface FormProps extends BodySectionProps {
  readonly isBulk: boolean
}

interface BodyForm<Body extends HttpBody> {
  show(body: Body, props: FormProps): ReactNode
}

/** The form of each body type. */
const forms: { readonly [Type in keyof BodyByType]: BodyForm<BodyByType[Type]> } = {
  none: { show: () => <p className="empty-note">The request has no body.</p> },
  raw: { show: (_, { tab }) => <DraftTextEditor tabId={tab.id} text={rawText} /> },
  multipart: { show: (body, { tab, isBulk }) => <FormTable tab={tab} body={body} isBulk={isBulk} /> },
  urlEncoded: { show: (body, { tab, isBulk }) => <UrlEncodedTable tab={tab} body={body} isBulk={isBulk} /> },
  graphql: {
    // While its language loads, the choice of the type keeps the focus.
    show: (body, { tab }) => (
      <Suspense>
        <GraphQlBody tab={tab} body={body} />
      </Suspense>
    ),
  },
  file: { show: (body, { tab }) => <BinaryBody tab={tab} body={body} /> },
}

function formOf(body: HttpBody, props: FormProps): ReactNode {
  const form: BodyForm<HttpBody> = forms[body.type]
  return form.show(body, props)
}

/** A ticked Content-Type of the user replaces the generated one. */
function sentContentType({ draft }: RequestTab): string {
  const own = draft.headers.find(row => row.enabled && row.name.trim().toLowerCase() === 'content-type')
  return own?.value ?? contentTypeOf(draft.body, '…')?.replace('; boundary=…', '') ?? ''
}
