import type { ResponseContent } from '@parley/model'
import { useEffect, useState } from 'react'
import type { RowSource } from '../../../editor/viewer/row-source.ts'
import { windowRows } from '../../../editor/viewer/row-window.ts'
import type { ServerClient } from '../../../server-client/server-client.ts'
import { useBodies } from '../../../wiring/use-stores.ts'
import type { BodySearch } from '../../../workbench/response/body-search.ts'
import { bytesPerRow, hexRows } from '../../../workbench/response/hex-rows.ts'
import { ResponseText } from './ResponseText.tsx'

export interface HexBodyProps {
  readonly content: Pick<ResponseContent, 'handle' | 'decodedBytes'>
  readonly search: BodySearch
}

/** The bytes of a body, read as they are scrolled to. */
export function HexBody({ content, search }: HexBodyProps) {
  const bodies = useBodies()
  const [source, setSource] = useState<RowSource | null>(null)
  const { handle, decodedBytes } = content
  useEffect(() => {
    let isUnmounted = false
    void readHexSource(bodies, handle, decodedBytes).then(
      next => {
        if (!isUnmounted) setSource(next)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [bodies, handle, decodedBytes])
  return source === null ? null : <ResponseText source={source} isWrapped={false} search={search} />
}

async function readHexSource(
  bodies: Pick<ServerClient['bodies'], 'readBytes'>,
  handle: string,
  totalBytes: number,
): Promise<RowSource> {
  const readRows = async (firstRow: number, maxRows: number) => {
    const offset = firstRow * bytesPerRow
    const { base64 } = await bodies.readBytes({ handle, offset, maxBytes: maxRows * bytesPerRow })
    return hexRows(
      Uint8Array.from(atob(base64), character => character.charCodeAt(0)),
      offset,
    )
  }
  return {
    key: `hex/${handle}`,
    subject: `hex/${handle}`,
    place: '',
    revision: 0,
    totalRows: Math.ceil(totalBytes / bytesPerRow),
    firstRows: await readRows(0, windowRows),
    format: 'text',
    label: 'Response body as hex',
    readRows,
    folds: null,
  }
}
