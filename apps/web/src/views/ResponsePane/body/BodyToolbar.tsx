import type { BodyFormat } from '@parley/server/contract'
import { Copy, Download, Search, WrapText } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { IconButton, IconToggleButton } from '../../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../../components/buttons/PickerButton.tsx'
import { SegmentedControl } from '../../../components/buttons/SegmentedControl.tsx'
import type { BodyViewName } from '../../../workbench/response/body-display.ts'
import type { FormatChoice } from '../../../workbench/response/body-texts.ts'
import { textKinds } from '../../../workbench/response/text-kinds.ts'
import styles from './BodyToolbar.module.css'
import { FilterButton } from './FilterButton.tsx'

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
  { value: 'preview', label: 'Preview' },
  { value: 'hex', label: 'Hex' },
] as const satisfies readonly { value: BodyViewName; label: string }[]

const viewChoices = views.map(({ value, label }) => ({ id: value, label }))

const formatLabels: Readonly<Record<FormatChoice, string>> = {
  auto: 'Auto',
  json: 'JSON',
  xml: 'XML',
  html: 'HTML',
  javascript: 'JavaScript',
  css: 'CSS',
  yaml: 'YAML',
  text: 'Text',
}

const formats: readonly FormatChoice[] = ['auto', 'json', 'xml', 'html', 'javascript', 'css', 'yaml', 'text']
const formatChoices = formats.map(id => ({ id, label: formatLabels[id] }))

export interface BodyToolbarProps {
  readonly view: BodyViewName
  readonly onView: (view: BodyViewName) => void
  readonly format: FormatChoice
  /** The format that Auto detected; null until it is known. */
  readonly detectedFormat: BodyFormat | null
  /** Of the body, which names the kind of a text. */
  readonly mediaType: string
  readonly onFormat: (format: FormatChoice) => void
  readonly isWrapped: boolean
  readonly onWrapped: (isWrapped: boolean) => void
  /** What is filtered by; null while nothing is. */
  readonly filter: string | null
  readonly onFilter: () => void
  readonly filterButton: Ref<HTMLButtonElement>
  /** Whether the text can be searched, or that of a preview. */
  readonly canFind: boolean
  readonly onFind: () => void
  readonly onCopy: () => void
  readonly onDownload: () => void
  /** Further buttons, after Download. */
  readonly end: ReactNode
  /** The result of the last action. */
  readonly report: ReactNode
}

/** How the body is shown, and what can be done with it (behaviour 2.3). */
export function BodyToolbar(props: BodyToolbarProps) {
  const { view, onView, format, detectedFormat, isWrapped, onWrapped, report } = props
  const isTextView = view === 'pretty' || view === 'raw'
  const shownFormat = format === 'auto' ? (detectedFormat ?? 'auto') : format
  const textKind = format === 'auto' && detectedFormat === 'text' ? textKinds[props.mediaType] : undefined
  return (
    <div className={styles.toolbar}>
      <PickerButton
        label="Format"
        value={textKind?.label ?? formatLabels[shownFormat]}
        choices={formatChoices}
        onChoose={id => {
          const chosen = formats.find(one => one === id)
          if (chosen !== undefined) props.onFormat(chosen)
        }}
      />
      <ViewChoice view={view} onView={onView} />
      <span className={styles.end}>
        <span className={styles.report} role="status">
          {report}
        </span>
        <FilterButton
          ref={props.filterButton}
          filter={props.filter}
          disabledReason={reasonNotToFilter(isTextView, shownFormat)}
          onPress={props.onFilter}
        />
        <IconButton
          label="Find in response"
          shortcut="Mod+F"
          size="small"
          isDisabled={!props.canFind}
          onPress={props.onFind}
        >
          <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconToggleButton label="Wrap lines" isSelected={isWrapped} onChange={onWrapped}>
          <WrapText size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconToggleButton>
        <IconButton label="Copy response body" size="small" onPress={props.onCopy}>
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton label="Download" size="small" onPress={props.onDownload}>
          <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        {props.end}
      </span>
    </div>
  )
}

/** The views side by side, or where there is no room for them as a menu. */
function ViewChoice({ view, onView }: Pick<BodyToolbarProps, 'view' | 'onView'>) {
  return (
    <>
      <div className={styles.wide}>
        <SegmentedControl
          label="View"
          value={view}
          choices={views}
          onChange={onView}
          onChooseAgain={onView}
        />
      </div>
      <div className={styles.narrow}>
        <PickerButton
          label="View"
          value={views.find(one => one.value === view)?.label ?? ''}
          choices={viewChoices}
          onChoose={id => {
            const chosen = views.find(one => one.value === id)
            if (chosen !== undefined) onView(chosen.value)
          }}
        />
      </div>
    </>
  )
}

/** Until the format is known it may be JSON. */
function reasonNotToFilter(isTextView: boolean, format: FormatChoice): string | null {
  if (!isTextView) return 'Pretty and Raw can be filtered'
  return format === 'json' || format === 'auto' ? null : 'Only JSON can be filtered'
}
