import { X } from 'lucide-react'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import styles from './PathList.module.css'

/** A path of a list, which may be off. */
export interface ListedPath {
  readonly path: string
  readonly enabled: boolean
}

export interface PathListProps {
  readonly label: string
  readonly detail: string
  /** What sentences call one of them. */
  readonly noun: string
  readonly paths: readonly ListedPath[]
  /** Whether each path can be switched off. */
  readonly hasSwitches: boolean
  readonly onChange: (paths: readonly ListedPath[]) => void
}

/** A list of paths. Its last row is always empty; typing in it adds the next one. */
export function PathList({ label, detail, noun, paths, hasSwitches, onChange }: PathListProps) {
  const change = (index: number, next: Partial<ListedPath>) =>
    onChange(
      index === paths.length
        ? [...paths, { path: '', enabled: true, ...next }]
        : paths.map((one, at) => (at === index ? { ...one, ...next } : one)),
    )
  /** A row that was emptied goes when it is left. */
  const dropEmpty = () => {
    if (paths.some(({ path }) => path === '')) onChange(paths.filter(({ path }) => path !== ''))
  }
  return (
    <fieldset className={styles.list}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.detail}>{detail}</div>
      {[...paths, { path: '', enabled: true }].map(({ path, enabled }, index) => {
        const isNew = index === paths.length
        const name = isNew ? `New ${noun}` : `${noun} ${index + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: A row that becomes one of the list keeps its field.
          <div key={index} className={styles.row}>
            {hasSwitches && (
              <Checkbox
                label={`Use ${name}`}
                isSelected={enabled}
                isDisabled={isNew}
                onChange={() => change(index, { enabled: !enabled })}
              />
            )}
            <input
              className={styles.field}
              type="text"
              aria-label={name}
              value={path}
              autoComplete="off"
              spellCheck={false}
              onChange={event => change(index, { path: event.target.value })}
              onBlur={dropEmpty}
            />
            <span className={styles.end}>
              {!isNew && (
                <IconButton
                  label={`Delete ${name}`}
                  size="small"
                  onPress={() => onChange(paths.filter((_, at) => at !== index))}
                >
                  <X size={14} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </span>
          </div>
        )
      })}
    </fieldset>
  )
}
