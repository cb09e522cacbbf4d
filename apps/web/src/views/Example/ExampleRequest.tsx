import type { HttpBody, HttpRequest, Row } from '@parley/model'
import type { ReactNode } from 'react'
import { VariableInput } from '../../components/fields/VariableInput.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useExampleTabs, useWorkbench } from '../../wiring/use-stores.ts'
import { type RowTable, withRows, withUrl } from '../../workbench/request/edit-rows.ts'
import { partKind } from '../../workbench/request/table-kind.ts'
import { draftOfExample, type ExampleTab, withExampleRequest } from '../../workbench/tabs/example-tab.ts'
import { MethodPicker } from '../Request/MethodPicker.tsx'
import { useVariablesBelow } from '../Request/use-known-variables.ts'
import { RowTable as RowTableView } from '../RequestPane/tables/RowTable.tsx'
import { TableSection } from '../RequestPane/tables/TableSection.tsx'
import { ExampleText } from './ExampleText.tsx'
import styles from './ExampleView.module.css'

export interface ExamplePartProps {
  readonly tab: ExampleTab
}

/** Returns the request of an example as a draft, and how to change it. */
function useExampleDraft({ id, draft }: ExampleTab) {
  const exampleTabs = useExampleTabs()
  return {
    draft: draftOfExample(draft),
    change: (next: (draft: HttpRequest) => HttpRequest) =>
      exampleTabs.edit(id, example => withExampleRequest(example, next)),
  }
}

/** The method and the URL of an example. */
export function ExampleTarget({ tab }: ExamplePartProps) {
  const { draft, change } = useExampleDraft(tab)
  const known = useVariablesBelow(tab.source.parentId)
  return (
    <div className={styles.row}>
      <div className={styles.url}>
        <MethodPicker method={draft.method} onChoose={method => change(one => ({ ...one, method }))} />
        <div className={styles.urlText}>
          <VariableInput
            label="URL"
            value={draft.url}
            known={known}
            onChange={url => change(one => withUrl(one, url))}
          />
        </div>
      </div>
      <span className={styles.tag}>Example</span>
    </div>
  )
}

/** The params, headers and body of the request of an example. */
export function ExampleRequest({ tab }: ExamplePartProps) {
  const exampleTabs = useExampleTabs()
  const { draft } = useExampleDraft(tab)
  const { body } = draft
  return (
    <SectionTabs
      label="Request"
      tabs={[
        { id: 'params', label: 'Params', count: draft.params.length },
        { id: 'headers', label: 'Headers', count: draft.headers.length },
        { id: 'body', label: 'Body', hasContent: body.type !== 'none' },
      ]}
      selected={tab.section}
      onSelect={section => exampleTabs.chooseSection(tab.id, section)}
    >
      {tab.section === 'body' ? (
        <ExampleBody key={body.type} tab={tab} body={body} />
      ) : (
        <ExampleTable key={tab.section} tab={tab} table={tab.section} />
      )}
    </SectionTabs>
  )
}

function ExampleTable({ tab, table }: ExamplePartProps & { readonly table: Exclude<RowTable, 'cookies'> }) {
  const { draft, change } = useExampleDraft(tab)
  const known = useVariablesBelow(tab.source.parentId)
  return (
    <TableSection
      rows={draft[table]}
      historyKey={`${tab.draftId}/${table}`}
      known={known}
      label={table === 'params' ? 'Params' : 'Headers'}
      isBulk={false}
      onChange={rows => change(one => withRows(one, table, rows))}
    />
  )
}

interface ExampleBodyProps extends ExamplePartProps {
  readonly body: HttpBody
}

/** The body in its type. */
function ExampleBody({ tab, body }: ExampleBodyProps): ReactNode {
  const { change } = useExampleDraft(tab)
  const workbench = useWorkbench()
  const known = useVariablesBelow(tab.source.parentId)
  const setBody = (next: HttpBody) => change(one => ({ ...one, body: next }))
  const text = { id: `${tab.draftId}/request/${body.type}`, parentId: tab.source.parentId }
  switch (body.type) {
    case 'none':
      return <p className="empty-note">The request has no body.</p>
    case 'raw':
      return (
        <ExampleText
          {...text}
          label="Request body"
          language={body.language}
          text={body.text}
          onEdit={edited => setBody({ ...body, text: edited })}
        />
      )
    case 'graphql':
      return (
        <ExampleText
          {...text}
          label="Query"
          language="graphql"
          text={body.query}
          onEdit={query => setBody({ ...body, query })}
        />
      )
    case 'urlEncoded':
      return (
        <TableSection
          rows={body.fields}
          historyKey={`${tab.draftId}/urlEncoded`}
          known={known}
          label="URL Encoded"
          isBulk={false}
          onChange={(fields: readonly Row[]) => setBody({ ...body, fields })}
        />
      )
    case 'multipart':
      return (
        <RowTableView
          label="Form-data"
          items={body.parts}
          kind={partKind}
          known={known}
          history={workbench.partHistory}
          historyKey={`${tab.draftId}/form`}
          onChange={parts => setBody({ ...body, parts })}
        />
      )
    case 'file':
      return (
        <p className="empty-note">
          The body is the file {body.files.map(({ filePath }) => filePath).join(', ')}.
        </p>
      )
  }
}

/** The headers of the response of an example. */
export function ExampleResponseHeaders({ tab, rows, onChange }: ResponseHeadersProps) {
  return (
    <TableSection
      rows={rows}
      historyKey={`${tab.draftId}/responseHeaders`}
      known={null}
      label="Response headers"
      isBulk={false}
      onChange={onChange}
    />
  )
}

interface ResponseHeadersProps extends ExamplePartProps {
  readonly rows: readonly Row[]
  readonly onChange: (rows: readonly Row[]) => void
}
