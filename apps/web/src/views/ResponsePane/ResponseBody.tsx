import { formatSize, type ResponseContent } from '@parley/model'
import { Copy, Download, Search, WrapText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton, IconToggleButton } from '../../components/IconButton.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { type BodyTextState, bodyTextKey, type ReadBodyText } from '../../workbench/body-texts.ts'
import { copyBody, downloadBody } from './body-actions.ts'
import styles from './ResponseBody.module.css'
import type { BodyDisplay } from './ResponsePane.tsx'
import { ResponseText, type ResponseTextHandle } from './ResponseText.tsx'

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const

export interface ResponseBodyProps {
  readonly content: ResponseContent
  readonly display: BodyDisplay
  readonly onDisplayChange: (display: BodyDisplay) => void
}

/** The body of a response: its text by pieces, or what it is where it is no text. */
export function ResponseBody({ content, display, onDisplayChange }: ResponseBodyProps) {
  const { bodyTexts } = useAppModel()
  const { handle } = content
  const isEmpty = content.decodedBytes === 0
  const body = useStore(bodyTexts.store, state => state[bodyTextKey(handle, display.view)])
  useEffect(() => {
    if (!isEmpty) void bodyTexts.open(handle, display.view)
  }, [bodyTexts, handle, display.view, isEmpty])
  if (isEmpty) return <p className={styles.hold}>The response has no body.</p>
  if (body?.state === 'read' && !body.isText) return <BinaryBody content={content} />
  return (
    <TextBody
      key={handle}
      content={content}
      body={body}
      display={display}
      onDisplayChange={onDisplayChange}
    />
  )
}

interface TextBodyProps extends ResponseBodyProps {
  readonly body: BodyTextState | undefined
}

function TextBody({ content, body, display, onDisplayChange }: TextBodyProps) {
  const { client, bodyTexts } = useAppModel()
  const text = useRef<ResponseTextHandle>(null)
  const [report, setReport] = useState('')
  const run = (action: Promise<string>) => void action.then(setReport)
  return (
    <>
      <div className={styles.toolbar}>
        <SegmentedControl
          label="View"
          value={display.view}
          choices={views}
          onChange={view => onDisplayChange({ ...display, view })}
        />
        <span className={styles.end}>
          <span className={styles.report} aria-live="polite">
            {report}
          </span>
          <IconButton label="Find in response" size="small" onPress={() => text.current?.find()}>
            <Search size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconToggleButton
            label="Wrap lines"
            isSelected={display.isWrapped}
            onChange={isWrapped => onDisplayChange({ ...display, isWrapped })}
          >
            <WrapText size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconToggleButton>
          <IconButton
            label="Copy response body"
            size="small"
            onPress={() => run(copyBody(client, content.handle, display.view))}
          >
            <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label="Download" size="small" onPress={() => run(downloadBody(client, content.handle))}>
            <Download size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {body?.state === 'failed' && (
        <p className={styles.hold} role="alert">
          The body could not be read. {body.reason}
        </p>
      )}
      {body?.state === 'read' && (
        <>
          {display.view === 'pretty' && body.view === 'raw' && body.language === 'json' && (
            <p className={styles.note}>Shown as it came. JSON of up to 1 MB is formatted.</p>
          )}
          <ResponseText ref={text} body={body} isWrapped={display.isWrapped} />
          <MoreBar body={body} onMore={() => void bodyTexts.readMore(content.handle, display.view)} />
        </>
      )}
    </>
  )
}

function MoreBar({ body, onMore }: { readonly body: ReadBodyText; readonly onMore: () => void }) {
  if (body.nextOffset === null) return null
  return (
    <div className={styles.more}>
      <Button size="small" onPress={onMore}>
        Show more ({formatSize(body.totalBytes - body.nextOffset)} left)
      </Button>
    </div>
  )
}

function BinaryBody({ content }: { readonly content: ResponseContent }) {
  const { client } = useAppModel()
  const [report, setReport] = useState('')
  const kind = content.mediaType === '' ? 'Binary' : content.mediaType
  return (
    <div className={styles.hold}>
      <p>
        {kind} body, {formatSize(content.decodedBytes)}. Download it to open it elsewhere.
      </p>
      <Button variant="outlined" onPress={() => void downloadBody(client, content.handle).then(setReport)}>
        Download
      </Button>
      <p aria-live="polite">{report}</p>
    </div>
  )
}
