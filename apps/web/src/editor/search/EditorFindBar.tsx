import { ChevronDown, ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { FindRow } from '../../components/fields/FindRow.tsx'
import fieldStyles from '../../components/fields/SearchBar.module.css'
import styles from './EditorFindBar.module.css'
import { describeSearch, type EditorSearch } from './editor-search.ts'

export interface EditorFindBarProps {
  /** What is searched, such as `Request body`. */
  readonly subject: string
  readonly search: EditorSearch
  readonly onClose: () => void
}

/** Find and replace in one editor, above its text. */
export function EditorFindBar({ subject, search, onClose }: EditorFindBarProps) {
  const state = useStore(search.store)
  const { replaces, replacement, matches } = state
  const Twist = replaces ? ChevronDown : ChevronRight
  return (
    <search aria-label={`Find in ${subject}`}>
      <FindRow
        text={state.text}
        options={state.options}
        report={describeSearch(state)}
        isRefused={state.problem !== null}
        onType={search.type}
        onOption={search.setOption}
        onNext={search.next}
        onPrevious={search.previous}
        onClose={onClose}
        start={
          <IconToggleButton label="Replace" isSelected={replaces} onChange={search.showReplacement}>
            <Twist size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconToggleButton>
        }
      />
      {replaces && (
        <div className={styles.replacing}>
          <input
            className={fieldStyles.field}
            type="text"
            aria-label="Replace with"
            placeholder="Replace with"
            value={replacement}
            autoComplete="off"
            spellCheck={false}
            onChange={event => search.setReplacement(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                event.preventDefault()
                search.replace()
              } else if (event.key === 'Escape') {
                event.preventDefault()
                onClose()
              }
            }}
          />
          <Button size="small" isDisabled={!matches?.length} onPress={search.replace}>
            Replace match
          </Button>
          <Button size="small" isDisabled={!matches?.length} onPress={search.replaceAll}>
            Replace all
          </Button>
        </div>
      )}
    </search>
  )
}
