import { revealInvisible } from '@parley/model'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useScripts } from '../../wiring/use-stores.ts'
import styles from './ScriptConsole.module.css'

/** What scripts wrote with `console`, where Settings → Editor shows it: above the status bar. */
export function ScriptConsole() {
  const scripts = useScripts()
  const rows = useStore(scripts.store, state => state.console)
  const [lastSeen, setLastSeen] = useState(0)
  const newest = rows.at(-1)?.id ?? 0
  if (newest <= lastSeen) return null
  return (
    <section className={styles.drawer} aria-label="Script console">
      <div className={styles.toolbar}>
        <strong className={styles.title}>Script console</strong>
        <Button size="small" onPress={scripts.clearConsole}>
          Clear
        </Button>
        <IconButton label="Close console" size="small" onPress={() => setLastSeen(newest)}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must take the arrow keys. */}
      <ol className={styles.lines} aria-label="Console lines" tabIndex={0}>
        {rows.map(({ id, level, text, requestName }) => (
          <li
            key={id}
            className={level === 'error' ? styles.error : level === 'warn' ? styles.warning : styles.line}
          >
            <code className={styles.text}>{revealInvisible(text)}</code>
            <span className={styles.source}>{requestName}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
