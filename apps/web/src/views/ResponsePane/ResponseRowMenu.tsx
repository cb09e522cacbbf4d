import { type MenuPlace, PlacedMenu } from '../../components/menus/PlacedMenu.tsx'
import { copyText } from '../../server-client/body-actions.ts'
import { type UrlActionId, urlActions } from './url-actions.ts'
import { useOpenUrl } from './use-open-url.ts'

/** A header field or cookie whose menu is open. */
export interface ResponseRow {
  readonly name: string
  readonly value: string
  readonly urls: readonly string[]
}

export interface ResponseRowMenuProps {
  readonly place: MenuPlace
  readonly row: ResponseRow
  readonly onClose: () => void
}

/** The context menu of a header field or cookie of a response. */
export function ResponseRowMenu({ place, row: { name, value, urls }, onClose }: ResponseRowMenuProps) {
  const openUrl = useOpenUrl()
  function act(id: 'copyValue' | 'copyRow' | UrlActionId): void {
    if (id === 'copyValue' || id === 'copyRow')
      void copyText(Promise.resolve(id === 'copyRow' ? `${name}: ${value}` : value)).catch(() => undefined)
    else {
      const url = urls[Number(id.slice('open:'.length))]
      if (url !== undefined) openUrl(url)
    }
  }
  return (
    <PlacedMenu
      label="Row"
      place={place}
      actions={[
        { id: 'copyValue', label: 'Copy value' },
        { id: 'copyRow', label: 'Copy as Name: value' },
        ...urlActions(urls),
      ]}
      onAction={act}
      onClose={onClose}
    />
  )
}
