import { useRef } from 'react'
import { Button } from './Button.tsx'

export interface SelectFileButtonProps {
  readonly words?: string
  readonly variant?: 'outlined' | 'plain'
  readonly allowsSeveral?: boolean
  /** Whether a folder with all its files is selected instead of files. */
  readonly isFolder?: boolean
  readonly onSelect: (files: readonly File[]) => void
}

/** Opens the browser's dialog for files. */
export function SelectFileButton(props: SelectFileButtonProps) {
  const {
    words = 'Select file',
    variant = 'outlined',
    allowsSeveral = false,
    isFolder = false,
    onSelect,
  } = props
  const input = useRef<HTMLInputElement>(null)

  function open(): void {
    if (input.current === null) return
    input.current.webkitdirectory = isFolder
    input.current.click()
  }

  return (
    <>
      <Button variant={variant} size="small" onPress={open}>
        {words}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={allowsSeveral}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          onSelect([...(event.target.files ?? [])])
          // The same file can then be selected again.
          event.target.value = ''
        }}
      />
    </>
  )
}
