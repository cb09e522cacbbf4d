import type { BodyFormat } from '@parley/server/contract'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { copyBody, copySelection, downloadBody } from '../../../server-client/body-actions.ts'
import { after } from '../../../window/window-context.ts'
import { useBodies, useBodyTexts, useLayout } from '../../../wiring/use-stores.ts'
import { type BodyViewName, chooseView, shownView } from '../../../workbench/response/body-display.ts'
import { createBodySearch } from '../../../workbench/response/body-search.ts'
import { type BodyView, bodyTextKey } from '../../../workbench/response/body-texts.ts'
import { useFind } from '../../Shortcuts/find-in-pane.ts'
import { BodyTextView } from './BodyTextView.tsx'
import { BodyToolbar } from './BodyToolbar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FindBar } from './FindBar.tsx'
import { HexBody } from './HexBody.tsx'
import styles from './ResponseBody.module.css'
import type { ResponseTextHandle } from './ResponseText.tsx'
import type { ResponseBodyProps } from './response-body-props.ts'
import { SaveExampleButton } from './SaveExampleButton.tsx'
import { useBodyFilter } from './use-body-filter.ts'
import { useShownBody } from './use-shown-body.ts'
import { useValueCommands } from './use-value-commands.ts'
import type { ValueCommands } from './value-commands.ts'

const PreviewBody = lazyPart(async () => (await import('./PreviewBody.tsx')).PreviewBody)

/** The body of a response: its text by rows, what it looks like, or its bytes. */
export function ResponseBody(props: ResponseBodyProps) {
  const shown = useShownBody(props)
  const { content, isGrowing, onShown } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: another body is the cause.
  useLayoutEffect(() => onShown?.(), [content.handle, onShown])
  if (content.decodedBytes > 0) return <ReceivedBody key={content.handle} {...shown} />
  return <p className={styles.hold}>{isGrowing ? '' : 'The response has no body.'}</p>
}

function ReceivedBody(props: ResponseBodyProps) {
  const { content, isGrowing, display, tabId, onDisplayChange } = props
  const bodies = useBodies()
  const layout = useLayout()
  const isWrapped = useStore(layout.store, state => state.wrapsLines)
  const [report, setReport] = useState('')
  const run = (action: Promise<string>) => void action.then(setReport)
  const copySelected = useCallback((text: Promise<string>) => void copySelection(text).then(setReport), [])
  const filtering = useBodyFilter(props)
  const { textView } = filtering
  const { search, body } = useFollowedText(textView, isGrowing, tabId)
  const isFinding = useStore(search.store, state => state.isOpen)
  const read = body?.state === 'read' ? body : null
  const isText = read?.isText ?? null
  const view = shownView(display, content, isText)
  const isTextView = view === 'pretty' || view === 'raw'
  const text = useRef<ResponseTextHandle>(null)
  const chooseBodyView = (next: BodyViewName) => onDisplayChange(chooseView(display, next, content, isText))
  const filterBy = (path: string) => {
    // A preview shows no matches of a filter, so its text does.
    if (!isTextView) chooseBodyView('pretty')
    filtering.filterBy(path)
  }
  const commands = { ...useValueCommands(tabId, filterBy, setReport), copy: copySelected }
  const canFind = isTextView || (view === 'preview' && isText === true)
  const find = () => {
    // A preview shows no matches, so its text does.
    if (!isTextView) chooseBodyView('pretty')
    search.open()
  }
  const element = useFind(() => {
    if (canFind) find()
    return canFind
  })
  return (
    <div ref={element} className={styles.body} data-finds="">
      <BodyToolbar
        view={view}
        onView={chooseBodyView}
        format={display.format}
        mediaType={content.mediaType}
        detectedFormat={isText === true ? (read?.format ?? null) : null}
        onFormat={format => onDisplayChange({ ...display, format })}
        isWrapped={isWrapped}
        onWrapped={layout.wrapLines}
        filter={props.filter}
        onFilter={filtering.open}
        filterButton={filtering.button}
        canFind={canFind}
        onFind={find}
        onCopy={() => run(copyBody(bodies, textView))}
        onDownload={() => run(downloadBody(bodies, content.handle))}
        end={tabId !== undefined && <SaveExampleButton />}
        report={report === '' && read?.isFormatting ? 'Formatting…' : report}
      />
      {props.filter !== null && isTextView && <BodyFilterBar filtering={filtering} />}
      {isFinding && isTextView && <FindBar search={search} onClose={() => text.current?.focus()} />}
      {view === 'preview' && <Preview {...props} format={read?.format ?? null} commands={commands} />}
      {view === 'hex' && <HexBody content={content} search={search} />}
      {isTextView && filtering.isKnown && (
        <BodyTextView
          ref={text}
          view={textView}
          body={body}
          isWrapped={isWrapped}
          place={tabId}
          search={search}
          label="Response body"
          commands={commands}
        />
      )}
    </div>
  )
}

/** Reads a text, follows it while it grows, and searches it. */
function useFollowedText(view: BodyView, isGrowing: boolean, tabId: string | undefined) {
  const bodies = useBodies()
  const bodyTexts = useBodyTexts()
  const [search] = useState(() =>
    createBodySearch(
      {
        find: input => bodies.find(input),
        after,
      },
      tabId,
    ),
  )
  const key = bodyTextKey(view)
  const body = useStore(bodyTexts.store, state => state[key])
  const givenText = body?.state === 'read' ? `${body.view} ${body.revision}` : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that a view is.
  useEffect(() => bodyTexts.follow(view), [bodyTexts, key, isGrowing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a body that was formatted meanwhile is searched again.
  useEffect(() => search.setBody(view), [search, key, givenText])
  return { search, body }
}

interface PreviewProps extends ResponseBodyProps {
  /** The format that was found; null: it is not known yet. */
  readonly format: BodyFormat | null
  readonly commands: ValueCommands
}

function Preview({ content, isGrowing, display, format, commands }: PreviewProps) {
  return (
    <Suspense>
      <PreviewBody
        content={content}
        isGrowing={isGrowing}
        format={display.format === 'auto' ? format : display.format}
        commands={commands}
      />
    </Suspense>
  )
}

function BodyFilterBar({ filtering }: { readonly filtering: ReturnType<typeof useBodyFilter> }) {
  return (
    <FilterBar
      ref={filtering.bar}
      filter={filtering.filter}
      takesFocus={filtering.isOpenedHere}
      onType={filtering.type}
      onClose={filtering.close}
    />
  )
}
