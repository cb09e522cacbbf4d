import { printJsonInSteps } from '@parley/engine/printers'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import sectionStyles from '../../components/EditorSection.module.css'
import { copySelection } from '../../server-client/body-actions.ts'
import { jsonProblemText } from '../../workbench/request/json-problem.ts'
import type { ExampleResponse } from '../../workbench/tabs/example-tab.ts'
import { ExampleText } from './ExampleText.tsx'
import styles from './ExampleView.module.css'

/** The formats of an example's body in its file; a binary one is text there, too. */
const formats = [
  { id: 'json', label: 'JSON', language: 'json' },
  { id: 'text', label: 'Text', language: 'text' },
  { id: 'xml', label: 'XML', language: 'xml' },
  { id: 'html', label: 'HTML', language: 'html' },
  { id: 'binary', label: 'Binary', language: 'text' },
] as const

type ResponseBody = NonNullable<ExampleResponse['body']>

export interface ExampleBodyProps {
  /** Identifies the text among those that editors have shown. */
  readonly id: string
  readonly body: ResponseBody
  readonly parentId: string
  readonly onChange: (body: ResponseBody) => void
}

/** The body of an example's response: its format, and its text, which can be formatted, copied and edited. */
export function ExampleBody({ id, body, parentId, onChange }: ExampleBodyProps) {
  const [report, setReport] = useState('')
  const format = formats.find(one => one.id === body.type) ?? formats[1]
  const shown = useRef(body)
  useEffect(() => {
    shown.current = body
  }, [body])
  const print = async () => {
    const data = await printJsonInSteps(body.data, { allowsVariables: true })
    // A long text takes some seconds, in which it may be edited.
    if (shown.current !== body) return
    setReport(data === null ? problemOf(body.data) : '')
    if (data !== null) onChange({ ...body, data })
  }
  return (
    <>
      <div className={sectionStyles.toolbar}>
        <PickerButton
          label="Format"
          value={format.label}
          choices={formats}
          onChoose={chosen => {
            const type = formats.find(one => one.id === chosen)?.id
            if (type !== undefined) onChange({ ...body, type })
          }}
        />
        {format.id === 'json' && (
          <Button size="small" onPress={() => void print()}>
            Format JSON
          </Button>
        )}
        <span className={styles.report} role="status">
          {report}
        </span>
        <IconButton
          label="Copy response body"
          size="small"
          onPress={() => void copySelection(Promise.resolve(body.data)).then(setReport)}
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <ExampleText
        id={id}
        label="Response body"
        language={format.language}
        text={body.data}
        parentId={parentId}
        onEdit={data => {
          setReport('')
          onChange({ ...body, data })
        }}
      />
    </>
  )
}

/** Looking for the place in a long text would stop the window. */
function problemOf(text: string): string {
  return text.length > 200_000 ? 'This is not JSON' : jsonProblemText(text)
}
