import { contentTypeOf } from '@parley/engine'
import { type BodyByType, bodyTypes, type HttpBody } from '@parley/model'
import { type ReactNode, Suspense, useState } from 'react'
import { TextToggle } from '../../components/buttons/Button.tsx'
import { FittingChoice } from '../../components/buttons/FittingChoice.tsx'
import sectionStyles from '../../components/EditorSection.module.css'
import type { LanguageSupport } from '../../editor/body-editor.ts'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { rawText } from '../../workbench/tabs/draft-text.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { GraphQlTools } from '../GraphQl/GraphQlTools.tsx'
import { CallMessageSection } from '../Grpc/CallMessageSection.tsx'
import { BinaryBody } from './BinaryBody.tsx'
import styles from './BodySection.module.css'
import { DraftTextEditor } from './DraftTextEditor.tsx'
import { GraphQlBody } from './GraphQlBody.tsx'
import { MessageSection } from './MessageSection.tsx'
import { RawTools } from './RawTools.tsx'
import { FormTable } from './tables/FormTable.tsx'
import { UrlEncodedTable } from './tables/UrlEncodedTable.tsx'
import { useJsonSupport } from './use-json-support.ts'

const typeChoices = Object.values(bodyTypes).map(({ empty, label }) => ({ value: empty.type, label }))

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
  const { problem, loadSupport } = useJsonSupport(tab.id)
  const isJson = body.type === 'raw' && body.language === 'json'
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
        {body.type === 'raw' && <RawTools tabId={tab.id} body={body} problem={problem} />}
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
      {formOf(body, { tab, isBulk, ...(isJson && { loadSupport }) })}
    </div>
  )
}

interface FormProps extends BodySectionProps {
  readonly isBulk: boolean
  /** What the editor does for the language of a raw text. */
  readonly loadSupport?: () => Promise<LanguageSupport>
}

interface BodyForm<Body extends HttpBody> {
  show(body: Body, props: FormProps): ReactNode
}

/** The form of each body type. */
const forms: { readonly [Type in keyof BodyByType]: BodyForm<BodyByType[Type]> } = {
  none: { show: () => <p className="empty-note">The request has no body.</p> },
  raw: {
    show: (_, { tab, isBulk: _isBulk, ...support }) => (
      <DraftTextEditor tabId={tab.id} text={rawText} {...support} />
    ),
  },
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
