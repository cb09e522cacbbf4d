import type { ResponseContent } from '@parley/model'
import type { BodyFormat } from '@parley/server/contract'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { useBodies, useWindowId } from '../../../wiring/use-stores.ts'
import { textKinds } from '../../../workbench/response/text-kinds.ts'
import { JsonPreview } from './JsonPreview.tsx'
import styles from './PreviewBody.module.css'
import type { ValueCommands } from './value-commands.ts'

const PdfPreview = lazyPart(async () => (await import('./PdfPreview.tsx')).PdfPreview)
const TextPreview = lazyPart(async () => (await import('./TextPreview.tsx')).TextPreview)
const XmlPreview = lazyPart(async () => (await import('./XmlPreview.tsx')).XmlPreview)

export interface PreviewBodyProps {
  readonly content: ResponseContent
  readonly isGrowing: boolean
  /** As chosen, or as the response says; null until it is known. */
  readonly format: BodyFormat | null
  readonly commands: ValueCommands
}

/**
 * A preview of a body (behaviour 2.3). The browser loads it with a ticket. HTML is shown in a frame without any
 * permissions, so that nothing in it runs, navigates or loads.
 */
export function PreviewBody({ content, isGrowing, format, commands }: PreviewBodyProps) {
  const { mediaType } = content
  if (isGrowing) return <Note>The preview appears when the body is complete.</Note>
  if (/^image\//.test(mediaType))
    return <WithTicket content={content} show={path => <ImagePreview path={path} />} />
  if (mediaType === 'application/pdf')
    return (
      <WithTicket
        content={content}
        show={path => (
          <Suspense fallback={null}>
            <PdfPreview path={path} />
          </Suspense>
        )}
      />
    )
  if (/^audio\//.test(mediaType))
    return <WithPlayback content={content} show={path => <AudioPlayer path={path} />} />
  if (/^video\//.test(mediaType))
    return <WithPlayback content={content} show={path => <VideoPlayer path={path} />} />
  if (format === null) return null
  if (format === 'json') return <JsonPreview content={content} commands={commands} />
  if (format === 'html' || mediaType === 'text/html')
    return (
      <WithTicket
        content={content}
        show={path => (
          <iframe className={styles.frame} sandbox="" src={path} title="Preview of the response" />
        )}
      />
    )
  const textKind = textKinds[mediaType]?.kind
  if (textKind !== undefined)
    return (
      <Suspense fallback={null}>
        <TextPreview key={content.handle} content={content} kind={textKind} />
      </Suspense>
    )
  if (format === 'xml')
    return (
      <Suspense fallback={null}>
        <XmlPreview key={content.handle} content={content} />
      </Suspense>
    )
  return <Note>There is no preview of {mediaType === '' ? 'a body without a type' : mediaType}.</Note>
}

interface WithTicketProps {
  readonly content: ResponseContent
  readonly show: (path: string) => ReactNode
}

/** Shows what the browser loads from a single-use address. */
function WithTicket({ content, show }: WithTicketProps) {
  const bodies = useBodies()
  const { handle } = content
  const open = useCallback(() => bodies.mintTicket({ handle, purpose: 'preview' }), [bodies, handle])
  return <WithAddress open={open} show={show} />
}

/** Shows what a player loads range by range, from an address that is released with the player. */
function WithPlayback({ content, show }: WithTicketProps) {
  const bodies = useBodies()
  const windowId = useWindowId()
  const { handle } = content
  const open = useCallback(() => bodies.openPlayback({ windowId, handle }), [bodies, windowId, handle])
  const close = useCallback(
    // If the server is lost, the address is gone as well.
    (path: string) => void bodies.closePlayback({ path }).catch(() => undefined),
    [bodies],
  )
  return <WithAddress open={open} close={close} show={show} />
}

interface WithAddressProps {
  readonly open: () => Promise<{ readonly path: string }>
  readonly close?: (path: string) => void
  readonly show: (path: string) => ReactNode
}

function WithAddress({ open, close, show }: WithAddressProps) {
  const [ticket, setTicket] = useState<{ path: string } | { reason: string } | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const opening = open()
    opening.then(
      ({ path }) => !isUnmounted && setTicket({ path }),
      error => !isUnmounted && setTicket({ reason: describeCallError(error) }),
    )
    return () => {
      isUnmounted = true
      opening.then(
        ({ path }) => close?.(path),
        () => undefined,
      )
    }
  }, [open, close])
  if (ticket === null) return null
  return 'path' in ticket ? show(ticket.path) : <Note>{ticket.reason}</Note>
}

function ImagePreview({ path }: { readonly path: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Note>The image could not be read. Hex shows its bytes.</Note>
  return (
    <div className={styles.scroller}>
      <img src={path} alt="Preview of the response" onError={() => setBroken(true)} />
    </div>
  )
}

function AudioPlayer({ path }: { readonly path: string }) {
  return (
    <div className={styles.scroller}>
      {/* biome-ignore lint/a11y/useMediaCaption: a response has no captions. */}
      <audio controls src={path} aria-label="Preview of the response" />
    </div>
  )
}

function VideoPlayer({ path }: { readonly path: string }) {
  return (
    <div className={styles.scroller}>
      {/* biome-ignore lint/a11y/useMediaCaption: a response has no captions. */}
      <video controls src={path} aria-label="Preview of the response" />
    </div>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
