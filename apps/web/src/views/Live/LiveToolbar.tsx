import { revealInvisible } from '@parley/model'
import { Copy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { copySelection } from '../../server-client/body-actions.ts'
import { useLive } from '../../wiring/use-stores.ts'
import type { MessageWords } from '../../workbench/live/describe-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { ListButtons } from './ListButtons.tsx'
import styles from './LiveToolbar.module.css'
import { chooseTypeById, typeChoices } from './type-choices.ts'

interface ToolsProps {
  readonly log: LiveLog
  /** The result of the last action. */
  readonly report: string
  readonly onReport: (report: string) => void
}

export interface LiveListToolsProps extends ToolsProps {
  readonly words: MessageWords
}

/** What is listed of a session, in which order, and what can be done with the list. */
export function LiveListTools({ log, words, report, onReport }: LiveListToolsProps) {
  const { list } = log
  // What changes with each message is left out, as a toolbar is slow to render.
  const { type, query } = useStore(
    list.store,
    useShallow(({ type, query }) => ({ type, query })),
  )
  return (
    <Toolbar report={report} end={<ListButtons log={log} words={words} onReport={onReport} />}>
      <PickerButton
        label={`Type of ${words.many}`}
        value={type === null ? `All ${words.many}` : revealInvisible(type)}
        choices={() => typeChoices(list.store.getState(), words)}
        onChoose={id => chooseTypeById(list, id)}
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
  readonly children: ReactNode
  readonly report: ReactNode
  readonly end: ReactNode
}

function Toolbar({ children, report, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      <ViewChoice />
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
