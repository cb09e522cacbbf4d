import { row } from '@parley/model'
import { useState } from 'react'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useExampleTabs } from '../../wiring/use-stores.ts'
import {
  type ExampleResponse as ResponseOfExample,
  responseOfExample,
  withExampleResponse,
} from '../../workbench/tabs/example-tab.ts'
import { ExampleBody } from './ExampleBody.tsx'
import { type ExamplePartProps, ExampleResponseHeaders } from './ExampleRequest.tsx'
import styles from './ExampleView.module.css'

/** The response of an example: its status, headers and body. */
export function ExampleResponse({ tab }: ExamplePartProps) {
  const exampleTabs = useExampleTabs()
  const response = responseOfExample(tab.draft)
  const { headers, body } = response
  const change = (next: (response: ResponseOfExample) => ResponseOfExample) =>
    exampleTabs.edit(tab.id, example => withExampleResponse(example, next))
  return (
    <section className={styles.response} aria-label="Response" data-pane="response">
      <SectionTabs
        label="Response"
        tabs={[
          { id: 'body', label: 'Body' },
          { id: 'headers', label: 'Headers', count: headers.length },
        ]}
        selected={tab.responseSection}
        onSelect={section => exampleTabs.chooseResponseSection(tab.id, section)}
        endWidthPx={240}
        end={<Status key={tab.draftId} response={response} onChange={change} />}
      >
        {tab.responseSection === 'body' ? (
          <ExampleBody
            id={`${tab.draftId}/response`}
            body={body ?? { type: 'text', data: '' }}
            parentId={tab.source.parentId}
            onChange={body => change(one => ({ ...one, body }))}
          />
        ) : (
          <ExampleResponseHeaders
            tab={tab}
            rows={headers.map(({ name, value }) => row(name, value))}
            onChange={rows =>
              change(one => ({ ...one, headers: rows.map(({ name, value }) => ({ name, value })) }))
            }
          />
        )}
      </SectionTabs>
    </section>
  )
}

interface StatusProps {
  readonly response: ResponseOfExample
  readonly onChange: (next: (response: ResponseOfExample) => ResponseOfExample) => void
}

/** The status as one text, such as `401 Unauthorized`. */
function Status({ response: { statusCode, reasonPhrase }, onChange }: StatusProps) {
  const shown = `${statusCode === 0 ? '' : statusCode} ${reasonPhrase}`.trim()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className="line meta">
      Status
      <input
        className={styles.statusText}
        value={typed ?? shown}
        placeholder="200 OK"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          const [, code = '', reason = ''] = /^\s*(\d{0,3})\s*(.*)$/s.exec(value) ?? []
          setTyped(value)
          onChange(one => ({ ...one, statusCode: Number(code), reasonPhrase: reason.trimEnd() }))
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  )
}
