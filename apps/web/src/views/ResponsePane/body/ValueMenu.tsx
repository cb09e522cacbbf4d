import type { ContextAction } from '../../../components/menus/ContextMenu.tsx'
import { type MenuPlace, PlacedMenu } from '../../../components/menus/PlacedMenu.tsx'
import type { JsonStep } from '../../../editor/viewer/json-place.ts'
import { describeCallError } from '../../../server-client/describe-error.ts'
import { expressionOf, jsonPathOf } from '../../../workbench/response/json-paths.ts'
import { type UrlActionId, urlActions } from '../url-actions.ts'
import { useOpenUrl } from '../use-open-url.ts'
import type { ShownValue, ValueCommands } from './value-commands.ts'

export interface ValueMenuProps {
  readonly place: MenuPlace
  /** The URL there; null: there is none. */
  readonly url: string | null
  /** Null if it is no value of JSON. */
  readonly value: ShownValue | null
  readonly commands: ValueCommands
  readonly onClose: () => void
}

type ValueActionId = 'copyValue' | 'copyPath' | 'filter' | 'setVariable' | UrlActionId

/** The context menu of a place in a body: of its URL, and of its value. */
export function ValueMenu({ place, url, value, commands, onClose }: ValueMenuProps) {
  const openUrl = useOpenUrl()
  function withPath(use: (steps: readonly JsonStep[]) => void): void {
    const reading = value?.steps() ?? Promise.resolve(null)
    reading.then(
      steps => (steps === null ? commands.report('The path of this value is not known.') : use(steps)),
      error => commands.report(describeCallError(error)),
    )
  }
  function act(id: ValueActionId): void {
    if (id === 'copyValue' && value !== null) commands.copy(value.text())
    else if (id === 'copyPath') withPath(steps => commands.copy(Promise.resolve(jsonPathOf(steps))))
    else if (id === 'filter') withPath(steps => commands.filterBy?.(jsonPathOf(steps)))
    else if (id === 'setVariable') withPath(steps => commands.setVariable?.(expressionOf(steps)))
    else if (url !== null) openUrl(url)
  }
  return (
    <PlacedMenu
      label="Value"
      place={place}
      actions={[...valueActions(value, commands), ...urlActions(url === null ? [] : [url])]}
      onAction={act}
      onClose={onClose}
    />
  )
}

function valueActions(
  value: ShownValue | null,
  { filterBy, setVariable }: ValueCommands,
): readonly ContextAction<ValueActionId>[] {
  if (value === null) return []
  const isDisabled = value.isFiltered
  return [
    { id: 'copyValue', label: 'Copy value' },
    { id: 'copyPath', label: 'Copy path', isDisabled },
    ...(filterBy ? [{ id: 'filter', label: 'Filter by this', isDisabled } as const] : []),
    ...(setVariable ? [{ id: 'setVariable', label: 'Set as variable…', isDisabled } as const] : []),
  ]
}
