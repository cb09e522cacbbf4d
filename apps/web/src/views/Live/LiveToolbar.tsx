import { revealInvisible } from '@parley/model'
import { ArrowUpToLine, Copy, Download, Eraser, ListVideo } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { IconButton, IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton, type PickerChoice } from '../../components/buttons/PickerButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { copySelection } from '../../server-client/body-actions.ts'
import { useLive } from '../../wiring/use-stores.ts'
import type { MessageWords } from '../../workbench/live/describe-list.ts'
import type { LiveListState } from '../../workbench/live/live-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import styles from './LiveToolbar.module.css'

interface ToolsProps {
  readonly log: LiveLog
  /** The result of the last action. */
  readonly report: string
  readonly onReport: (report: string) => void
}

export interface LiveListToolsProps extends ToolsProps {
  readonly words: MessageWords
}

const directions = [
  { value: 'all', label: 'All' },
  { value: 'sent', label: 'Sent' },
  { value: 'received', label: 'Received' },
] as const

const allTypes = 'all'
const otherTypes = 'other'
const typePrefix = 'type:'

/** What is listed of a session, in which order, and what can be done with the list. */
export function LiveListTools({ log, words, report, onReport }: LiveListToolsProps) {
  const { list } = log
  // What changes with each message is left out, as a toolbar is slow to render.
  const { type, query, direction, order, isFollowing } = useStore(
    list.store,
    useShallow(({ type, query, direction, order, isFollowing }) => ({
      type,
      query,
      direction,
      order,
      isFollowing,
    })),
  )
  const directionChoice = words.hasDirections && (
    <SegmentedControl
      label={`Direction of ${words.many}`}
      value={direction}
      choices={directions}
      onChange={chosen => list.chooseDirection(chosen)}
    />
  )
  return (
    <Toolbar
      report={report}
      {...(directionChoice && { view: directionChoice })}
      end={
        <>
          <IconToggleButton
            label="Newest first"
            isSelected={order === 'newestFirst'}
            onChange={isFirst => log.setOrder(isFirst ? 'newestFirst' : 'newestLast')}
          >
            <ArrowUpToLine size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconToggleButton>
          <IconToggleButton
            label={`Follow new ${words.many}`}
            isSelected={isFollowing}
            onChange={isChosen => list.setFollowing(isChosen)}
          >
            <ListVideo size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconToggleButton>
          <ActionMenu
            label={`Export ${words.many}`}
            placement="bottom end"
            actions={[
              { id: 'ndjson', label: 'NDJSON, one object a line' },
              { id: 'text', label: words.hasDirections ? 'Text' : 'Raw, as an event stream' },
            ]}
            onAction={format => void log.export(format).then(onReport)}
          >
            <IconButton label={`Export ${words.many}`} size="small">
              <Download size={14} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </ActionMenu>
          <IconButton label={`Clear ${words.many} from view`} size="small" onPress={() => list.clear()}>
            <Eraser size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <PickerButton
        label={`Type of ${words.many}`}
        value={type === null ? `All ${words.many}` : revealInvisible(type)}
        choices={() => typeChoices(list.store.getState(), words)}
        onChoose={id => list.chooseType(id === allTypes ? null : id.slice(typePrefix.length))}
      />
      <span className={styles.search} data-live-search="">
        <SearchField
          label={`Search ${words.many}`}
          placeholder={`Search ${words.many}`}
          value={query}
          onChange={text => list.search(text)}
        />
      </span>
    </Toolbar>
  )
}

function typeChoices(
  { types, otherTypesCount, counts }: LiveListState,
  words: MessageWords,
): readonly PickerChoice[] {
  const withCount = (label: string, count: number) => `${label} (${count.toLocaleString('en')})`
  const choices = [
    { id: allTypes, label: withCount(`All ${words.many}`, counts.received + counts.sent) },
    ...types.map(({ type, count }) => ({
      id: `${typePrefix}${type}`,
      label: withCount(revealInvisible(type), count),
    })),
  ]
  if (otherTypesCount === 0) return choices
  const others = `${withCount('Other types', otherTypesCount)}: search for their names`
  return [...choices, { id: otherTypes, label: others, isDisabled: true }]
}

/** Where the text is in each event. */
export function LiveTextTools({
  log,
  onPath,
  report,
  onReport,
}: ToolsProps & { readonly onPath: (typed: string) => void }) {
  const { path, pathProblem, pieces } = useStore(log.text.store)
  const problemId = useId()
  return (
    <Toolbar
      report={
        pathProblem === null ? (
          report
        ) : (
          <span id={problemId} className={styles.problem}>
            {pathProblem}
          </span>
        )
      }
      end={
        <IconButton
          label="Copy text"
          size="small"
          isDisabled={pieces.length === 0}
          onPress={() => void copySelection(Promise.resolve(pieces.join(''))).then(onReport)}
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <input
        className={styles.path}
        type="text"
        aria-label="Path of the text"
        aria-invalid={pathProblem !== null}
        aria-describedby={pathProblem === null ? undefined : problemId}
        placeholder="Known paths, or $.delta.text"
        value={path}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onPath(event.target.value)}
      />
    </Toolbar>
  )
}

const views = [
  { value: 'list', label: 'Events' },
  { value: 'text', label: 'Text' },
] as const

interface ToolbarProps {
  /** What is chosen before the report; by default whether a stream is a list or a text. */
  readonly view?: ReactNode
  readonly children: ReactNode
  readonly report: ReactNode
  readonly end: ReactNode
}

function Toolbar({ children, view = <ViewChoice />, report, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      {view}
      <span className={styles.report} role="status">
        {report}
      </span>
      <span className={styles.end}>{end}</span>
    </div>
  )
}

function ViewChoice() {
  const live = useLive()
  const isTextShown = useStore(live.store, state => state.isTextShown)
  return (
    <SegmentedControl
      label="View of the events"
      value={isTextShown ? 'text' : 'list'}
      choices={views}
      onChange={value => live.showText(value === 'text')}
    />
  )
}
