import { shownName } from '@parley/model'
import { CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useToasts } from '../../wiring/use-stores.ts'
import type { ShownToast } from '../../workbench/toasts.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import styles from './Toasts.module.css'

/** Messages over the page, above the status bar. */
export function Toasts() {
  const toasts = useToasts()
  const shown = useStore(toasts.store, state => state.toasts)
  return (
    <section className={styles.region} aria-label="Notifications">
      {shown.map(toast => (
        <ToastView
          key={toast.id}
          toast={toast}
          onLeave={() => toasts.dismiss(toast.id)}
          onHold={isHeld => toasts.setHeld(toast.id, isHeld)}
        />
      ))}
    </section>
  )
}

/** Names of requests, files and servers are in it, which must neither reorder it nor look like others. */
const inOneLine = (text: string) => shownName(text.replaceAll('\n', ' '))

const icons = { error: CircleX, notice: TriangleAlert, done: CircleCheck } as const

interface ToastViewProps {
  readonly toast: ShownToast
  readonly onLeave: () => void
  readonly onHold: (isHeld: boolean) => void
}

function ToastView({ toast, onLeave, onHold }: ToastViewProps) {
  const { kind, title, code, text, lines, action, isBrief = false } = toast
  const Icon = icons[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at a notice only keeps it there.
    <div
      className={styles.toast}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <span className={styles[kind]}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className={styles.content} role={kind === 'error' ? 'alert' : 'status'}>
        <strong className={styles.title}>{inOneLine(title)}</strong>
        {code !== '' && <code className={isBrief ? styles.line : styles.code}>{code}</code>}
        <p className={isBrief ? 'unseen' : styles.text}>{inOneLine(text)}</p>
        {lines !== undefined && (
          <ul className={styles.lines}>
            {lines.map(line => (
              <li key={line}>{inOneLine(line)}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.actions}>
        <IconButton
          label="Dismiss"
          size="small"
          onPress={() => {
            toast.onDismissed?.()
            onLeave()
            keepFocus()
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {action !== undefined && (
        <div className={styles.action}>
          <Button
            size="small"
            variant="outlined"
            onPress={async () => {
              await action.run()
              onLeave()
              keepFocus()
            }}
          >
            {action.label}
          </Button>
        </div>
      )}
    </div>
  )
}
