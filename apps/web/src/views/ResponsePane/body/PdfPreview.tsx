import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import styles from './PreviewBody.module.css'

/** Further pages are counted but not drawn, because each takes megabytes. */
const drawnPages = 50

export interface PdfPreviewProps {
  /** A single-use address of the file. */
  readonly path: string
}

/** The pages of a PDF, drawn on canvases: no part of the file runs. */
export function PdfPreview({ path }: PdfPreviewProps) {
  const pages = useRef<HTMLElement>(null)
  const [note, setNote] = useState('')
  useEffect(() => {
    const ending = new AbortController()
    drawPdf(path, pages.current, ending.signal).then(setNote, () => {
      if (!ending.signal.aborted) setNote('The PDF could not be read. Hex shows its bytes.')
    })
    return () => ending.abort()
  }, [path])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section ref={pages} className={styles.pages} aria-label="Preview of the response" tabIndex={0}>
      {note !== '' && <p>{note}</p>}
    </section>
  )
}

/** Draws page after page; resolves with a message for the user. */
async function drawPdf(path: string, parent: HTMLElement | null, signal: AbortSignal): Promise<string> {
  GlobalWorkerOptions.workerSrc = workerUrl
  const answer = await fetch(path, { signal })
  const task = getDocument({
    data: new Uint8Array(await answer.arrayBuffer()),
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
  })
  signal.addEventListener('abort', () => void task.destroy())
  const document = await task.promise
  const count = Math.min(document.numPages, drawnPages)
  for (let number = 1; number <= count && !signal.aborted; number += 1)
    parent?.append(await drawPage(document, number))
  return document.numPages > drawnPages
    ? `${document.numPages - drawnPages} more pages. Download shows them.`
    : ''
}

async function drawPage(document: PDFDocumentProxy, number: number): Promise<HTMLCanvasElement> {
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: 1.25 })
  const density = Math.min(2, devicePixelRatio)
  const canvas = window.document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.style.width = `${Math.floor(viewport.width)}px`
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', `Page ${number} of ${document.numPages}`)
  await page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] }).promise
  page.cleanup()
  return canvas
}
