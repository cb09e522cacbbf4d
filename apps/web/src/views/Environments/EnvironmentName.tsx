import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAppModel } from '../../app-model.ts'
import styles from './EnvironmentName.module.css'

export interface EnvironmentNameProps {
  readonly id: string
  readonly name: string
}

/** The name of an environment; a click renames it: Enter takes what was typed, Esc leaves it as it was. */
export function EnvironmentName({ id, name }: EnvironmentNameProps) {
  const { environments } = useAppModel()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isTaking = useRef(false)

  function end(takesFocus: boolean): void {
    flushSync(() => {
      setTyped(null)
      setFault(null)
    })
    if (takesFocus) button.current?.focus()
  }

  async function take(takesFocus: boolean): Promise<void> {
    if (typed === null || isTaking.current) return
    if (typed.trim() === name) return end(takesFocus)
    isTaking.current = true
    const problem = await environments.rename(id, typed)
    isTaking.current = false
    if (problem === null) end(takesFocus)
    else setFault(problem)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') void take(true)
    else if (event.key === 'Escape') end(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (typed === null)
    return (
      <h1 className={styles.title}>
        <button
          ref={button}
          type="button"
          className={styles.name}
          aria-label={`Rename ${name}`}
          title={name}
          onClick={() => setTyped(name)}
          onKeyDown={event => {
            if (event.key === 'F2') setTyped(name)
          }}
        >
          {name}
        </button>
      </h1>
    )
  return (
    <span className={styles.editor}>
      <input
        className={styles.field}
        aria-label="Name"
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'environment-name-fault'}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: the name was clicked to be typed over.
        autoFocus
        spellCheck={false}
        onFocus={event => event.target.select()}
        onChange={event => {
          setTyped(event.target.value)
          setFault(null)
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => void take(false)}
      />
      {fault !== null && (
        <span id="environment-name-fault" className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}
